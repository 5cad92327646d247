import { createHash } from 'node:crypto'

/** A cursor with any position and a valid tag, as anyone can make it. `list` identifies the list: its order and its filters. */
export function taggedCursor(content: string, ...list: string[]): string {
  const tag = createHash('sha256')
    .update(list.join('\u001f') + content)
    .digest('hex')
    .slice(0, 16)
  return Buffer.from(tag + content).toString('base64url')
}

/** The most bytes of a position in a cursor of 4,000 characters. */
export const MOST_BYTES = 2_984

/** Numbers of few characters that take a hundred kilobytes each as the text of a jsonb value. */
export const NUMBER_BOMB = numberBomb(295)

/** A list of such numbers: 580 fit into a cursor of 8,000 characters. */
export function numberBomb(count: number): string {
  return `[${Array(count).fill('1e131071').join(', ')}]`
}
