import { expect, test } from 'vitest'
import { repositoryPath } from '../../functions/_shared/text/repository-path.ts'

test.each([
  ['https://github.com/Owner/R/tree/main/skills/GitHub', 'owner/r#skills/github', 'Owner/R GitHub'],
  [
    'http://www.GitHub.com/Owner/Repo.git/blob/v1/a/B_c.d/SKILL.md?x=1',
    'owner/repo#a/b_c.d',
    'Owner/Repo B_c.d',
  ],
  ['https://github.com/github/github/tree/X/x', 'github/github#x', 'github/github x'],
  // Neither the beginning of a part nor a query is the name.
  ['https://github.com/o/r/tree/main/skill/SKILL.md', 'o/r#skill', 'o/r skill'],
  ['https://github.com/o/r/tree/main/Xy?from=a/XY', 'o/r#xy', 'o/r Xy'],
  // The spelling of what is percent-encoded is not known.
  ['https://github.com/o/r/tree/main/%58y', 'o/r#xy', 'o/r xy'],
  ['https://github.com/o/r/tree/İ/Xy', 'o/r#xy', 'o/r Xy'],
])('the repository and the name of %s', (url, identifier, expected) => {
  const { repository, name } = repositoryPath(url, `pkg:github/${identifier}`)
  expect(`${repository} ${name}`).toBe(expected)
})
