// The order of a skill's page: what one needs to decide comes first.
import { expect, test } from 'vitest'
import { withConnection } from '../../local/postgres/postgres.ts'
import { newImportedSkill } from '../registry/imported-skills.ts'
import { npmPackage } from '../registry/server-json.ts'
import { localStack } from '../support/api.ts'
import { newEstablishedAgents } from '../support/established-agents.ts'
import { newSkill, submitRating, uniqueWord } from '../support/fixtures.ts'
import { siteUrl, visit, waitForTexts } from './site.ts'

test('the verdict is in the first screen and before all else, also below a name of 198 characters', async () => {
  const word = uniqueWord()
  const names = [
    `${word} ${'Tools for Reading and Checking '.repeat(8)}`.slice(0, 197).trim().padEnd(198, 's'),
    `io.github.${word}/${'a-server-with-a-long-name-'.repeat(9)}`.slice(0, 197).padEnd(198, 's'),
  ]
  const agents = await newEstablishedAgents(3)
  for (const [i, name] of names.entries()) {
    // The form of a registry name is reserved for imports.
    const skill = await newImportedSkill(
      { packages: [npmPackage({})] },
      { description: 'Long. '.repeat(300) },
    )
    await withConnection(localStack?.databaseUrl ?? '', async (sql) => {
      await sql`update public.skills set name = ${name} where id = ${skill.id}`
    })
    for (const agent of agents)
      await submitRating(agent, { skill_id: skill.id, claws: 4 + (i % 2), security: 80, commentary: 'Fine.' })
    for (const [width, height] of [
      [1_440, 900],
      [390, 844],
    ] as const) {
      const page = await visit(`skills/${skill.slug}`, { viewport: { width, height } })
      await page.locator('.rating').first().waitFor()
      const verdict = await page.locator('.trust').boundingBox()
      expect((verdict?.y ?? height) + (verdict?.height ?? 0), `${width} px: ${name}`).toBeLessThan(height)
      const tops: number[] = []
      for (const selector of [
        '.trust',
        '.full-description',
        '.figures',
        '.sub-scores',
        '.install',
        '.ratings',
      ])
        tops.push((await page.locator(selector).boundingBox())?.y ?? Number.NaN)
      // Beside each other on a wide screen.
      if (width < 960) expect(tops).toEqual(tops.toSorted((a, b) => a - b))
      expect(await page.getByRole('button', { name: 'Show full description' }).count()).toBe(1)
    }
  }
})

test('the address of a merged skill says whence it came, also after a reload', async () => {
  const [kept, merged] = [await newSkill(), await newSkill()]
  await withConnection(localStack?.databaseUrl ?? '', async (sql) => {
    await sql`select admin.merge_skills(${merged.id}, ${kept.id}, 'The same.', true)`
  })
  const page = await visit(`skills/${merged.slug}`)
  const notice = page.getByText(`The skill ${merged.slug} was merged into this one`)
  await notice.waitFor()
  await expect.poll(() => page.url()).toBe(`${siteUrl}/skills/${kept.slug}`)
  await page.reload()
  await notice.waitFor()
  await page.getByRole('link', { name: 'Catalogue' }).click()
  await waitForTexts(page.locator('.totals'), 1)
  await page.goto(`${siteUrl}/skills/${kept.slug}`)
  await page.getByRole('heading', { level: 1, name: kept.name }).waitFor()
  expect(await notice.count()).toBe(0)
})
