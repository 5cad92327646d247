/** Longer lines are passed on, but not read. The results of tools can contain images. */
export const MAX_LINE = 4 * 1024 * 1024
/** A buffer of this size is kept for the next line. */
const KEPT = 64 * 1024
/** How much of each end of a longer line is read. */
const END = 1024

type LineReader = {
  onLine: (line: Buffer) => void
  /** With the beginning of the line, and its end. */
  onTooLong: (head: Buffer, tail: Buffer) => void
}

/**
 * Splits chunks into lines. Returns the function that takes the next chunk. It copies the parts of a line into one buffer, since many small
 * chunks would take much more memory than their bytes.
 */
export function lineReader({ onLine, onTooLong }: LineReader): (chunk: Buffer) => void {
  let buffer = Buffer.alloc(0)
  let length = 0
  let tail = Buffer.alloc(0)

  const append = (part: Buffer) => {
    const before = length > MAX_LINE ? tail : buffer.subarray(Math.max(0, length - END), length)
    const wanted = Math.min(length + part.length, MAX_LINE)
    if (wanted > buffer.length) {
      const larger = Buffer.allocUnsafe(Math.min(MAX_LINE, Math.max(wanted, 2 * buffer.length, 1024)))
      buffer.copy(larger, 0, 0, length)
      buffer = larger
    }
    if (length < MAX_LINE) part.copy(buffer, length, 0, MAX_LINE - length)
    length += part.length
    if (length > MAX_LINE) tail = Buffer.concat([before, part.subarray(-END)]).subarray(-END)
  }
  const end = (part: Buffer) => {
    if (length === 0 && part.length <= MAX_LINE) onLine(part)
    else {
      append(part)
      if (length > MAX_LINE) onTooLong(buffer.subarray(0, END), tail)
      else onLine(buffer.subarray(0, length))
    }
    length = 0
    if (buffer.length > KEPT) buffer = Buffer.alloc(0)
  }
  return (chunk) => {
    let start = 0
    for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', start)) {
      end(chunk.subarray(start, at))
      start = at + 1
    }
    if (start < chunk.length) append(chunk.subarray(start))
  }
}
