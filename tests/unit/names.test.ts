import { describe, expect, test } from 'vitest'
import { isPlainName, NAME_PATTERN } from '../../functions/_shared/text/names.ts'

/** Every code point except surrogates, and except planes 4 to 13, which are unassigned. */
const characters = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => (code < 0xd800 || code > 0xdfff) && (code < 0x40000 || code >= 0xe0000))
  .map((code) => String.fromCodePoint(code))

describe('of all characters', () => {
  const plain = characters.filter((character) => isPlainName(`a${character}b`))

  test('rejects the classes of the contract', () => {
    // A newer engine has assigned more than Unicode 15.1 did, so Cn is not compared here.
    const rejected =
      /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800\u2028\u2029\uFFF9-\uFFFB\p{Cn}]/u
    expect(plain.filter((character) => rejected.test(character))).toEqual([])
  })

  test('accepts every other character of Unicode 15.1', () => {
    // 149,813 graphic and format characters, and 137,468 for private use.
    const special =
      /(?!\p{Cn})[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800\u2028\u2029\uFFF9-\uFFFB]/u
    const left = characters.filter((character) => special.test(character)).length
    expect(plain).toHaveLength(149_813 + 137_468 - left)
  })

  test('the JSON Schema pattern accepts what the rule accepts', () => {
    const pattern = new RegExp(NAME_PATTERN, 'u')
    expect(plain.filter((character) => !pattern.test(`a${character}b`))).toEqual([])
    expect(pattern.test('one\u200btwo')).toBe(false)
  })

  test('accepts the NFKC form of every accepted character', () => {
    const surprising = plain.filter((character) => {
      const normalized = character.normalize('NFKC')
      return normalized !== character && !Array.from(normalized).every((made) => isPlainName(`a${made}b`))
    })
    expect(surprising).toEqual([])
  })
})
