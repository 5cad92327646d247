/**
 * Checks a changelog in the format of Keep a Changelog for the release of a version: there must be a section for it with a date and a
 * change, and no change under Unreleased.
 */
export function changelogProblem(changelog: string, version: string): string {
  const sections = new Map(
    changelog
      .split(/^## /m)
      .slice(1)
      .map((section) => {
        const [heading = '', ...lines] = section.split('\n')
        return [heading.trim(), lines.filter((line) => line.startsWith('- ')).length] as const
      }),
  )
  const escaped = version.replaceAll('.', '\\.')
  const heading = [...sections.keys()].find((one) =>
    new RegExp(`^\\[${escaped}\\] - \\d{4}-\\d\\d-\\d\\d$`).test(one),
  )
  if (!heading) return `CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD".`
  if (sections.get(heading) === 0) return `The section of ${version} in CHANGELOG.md contains no change.`
  if (sections.get('[Unreleased]')) return 'CHANGELOG.md still has changes under Unreleased.'
  return ''
}
