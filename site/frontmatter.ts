/** A field of the frontmatter of SKILL.md; empty if it has none. */
export function frontmatterField(skillMd: string, field: 'name' | 'description'): string {
  return new RegExp(`^${field}: (.+)$`, 'm').exec(skillMd)?.[1] ?? ''
}
