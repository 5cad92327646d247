import { skillText } from '../format.ts'
import { print, printJson } from '../output.ts'
import { findSkill, openService } from '../service.ts'

export async function show(skill: string, options: { json?: boolean }): Promise<void> {
  const page = await findSkill(await openService(), skill)
  if (options.json) printJson(page)
  else print(skillText(page))
}
