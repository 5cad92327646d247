/**
 * What a changelog in the form of Keep a Changelog lacks for the release of a version: a section of its own with a date and with
 * something in it, and nothing left under Unreleased. Empty when it lacks nothing.
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
  if (sections.get(heading) === 0) return `The section of ${version} in CHANGELOG.md tells of no change.`
  if (sections.get('[Unreleased]')) return 'CHANGELOG.md still has changes under Unreleased.'
  return ''
}
