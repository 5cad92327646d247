const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

// Everything but the Char production of XML 1.0.
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters.
const NOT_IN_XML = /[^\u0009\u000A\u000D\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** Text for the content and the quoted attributes of HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

/** Text for the content and the quoted attributes of XML: escaped, without the characters that XML 1.0 cannot contain. */
export function escapeXml(text: string): string {
  // A parser would read a carriage return as a line feed.
  return escapeHtml(text.replace(NOT_IN_XML, '')).replaceAll('\r', '&#13;')
}
