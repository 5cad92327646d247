import { skillText } from '../format.ts'
import { print, printJson } from '../output.ts'
import { findSkill, openServiceWithoutKey } from '../service.ts'

export async function show(skill: string, options: { json?: boolean }): Promise<void> {
  const page = await findSkill(await openServiceWithoutKey(), skill)
  if (options.json) printJson(page)
  else print(skillText(page))
}
