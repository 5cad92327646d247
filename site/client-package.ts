import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** The command line that the site serves: `npm run site:build` packs it, and `npm start` does not. */
export const clientPackage = process.env.CLIENT_PACKAGE ? packageIn(process.env.CLIENT_PACKAGE) : null

function packageIn(path: string) {
  const content = readFileSync(path)
  const sha256 = createHash('sha256').update(content).digest('hex')
  return {
    content,
    shown: { fileName: basename(path), sha256, knowsService: Boolean(process.env.CLIENT_KNOWS_SERVICE) },
  }
}
