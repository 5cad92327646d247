import { expect, test } from 'vitest'
import { displayUrl } from '../../functions/_shared/text/display-url.ts'

test.each([
  ['https://example.com', 'https://example.com'],
  ['HTTPS://Example.COM:443/Path/../ü?ö=é#ä', 'https://example.com/Path/../ü?ö=é#ä'],
  ['http://bücher.example:8080?q=$&', 'http://xn--bcher-kva.example:8080?q=$&'],
  // Cyrillic і, the fraction slash, a full stop of another script, full width, and an IPv4 address as one number.
  ['https://g\u0456thub.com/a', 'https://xn--gthub-n2e.com/a'],
  ['https://github.com\u2044a.example/', 'https://github.xn--coma-2g7a.example/'],
  ['https://ｇｉｔｈｕｂ。com/', 'https://github.com/'],
  ['http://2130706433/', 'http://127.0.0.1/'],
  // From before the rules against them.
  ['https://github.com@a.example/', 'https://a.example/'],
  ['https://a.example\\@github.com/', 'https://a.example\\@github.com/'],
  ['javascript:alert(1)//\u0456', 'javascript:alert(1)//%D1%96'],
  // No browser opens it.
  ['http://xn--a/g\u0456thub', 'http://xn--a/g%D1%96thub'],
])('shows %j as %j', (url, shown) => {
  expect(displayUrl(url)).toBe(shown)
})
