import { fileURLToPath } from 'node:url'

/** The root folder of the project. */
export const projectDir = fileURLToPath(new URL('..', import.meta.url))
