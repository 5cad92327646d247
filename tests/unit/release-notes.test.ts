import { expect, test } from 'vitest'
import { changelogProblem } from '../../scripts/release-notes.ts'

const released = '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-11-21\n\n### Added\n\n- A thing.\n'

test('a changelog that has a dated section for the version, and nothing unreleased, is complete', () => {
  expect(changelogProblem(released, '1.2.0')).toBe('')
})

test.each([
  ['no section', released, '1.3.0', /no section "## \[1\.3\.0\]/],
  ['a section of a like version only', released.replace('1.2.0', '1a2.0'), '1.2.0', /no section/],
  ['no date', released.replace(' - 2026-11-21', ''), '1.2.0', /no section/],
  ['nothing in it', released.replace('- A thing.', ''), '1.2.0', /contains no change/],
  ['something unreleased', released.replace('d]\n', 'd]\n\n- Another.\n'), '1.2.0', /still has changes/],
])('%s is a problem', (_, changelog, version, problem) => {
  expect(changelogProblem(changelog, version)).toMatch(problem)
})
