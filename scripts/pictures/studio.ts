import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { withConnection } from '../../local/postgres/postgres.ts'
import { withStack } from '../../local/stack/temporary-stack.ts'
import { tellAdminStory } from '../admin-story.ts'
import { withChromium } from '../chromium.ts'
import { projectDir } from '../program.ts'

const folder = join(projectDir, 'docs', 'pictures')

/** What the pictures show, one for each: all in the schema `admin`, so that none shows an address or a key. */
const RELATIONS = ['agent_overview', 'retired_skills', 'audit_log']

/** What the admin has done when these pictures are taken. */
const DONE = [
  "select admin.hide_commentary('5e0c4c7e-6c0b-4b0e-9f6d-3a1d52a4b001', 'Advertises another site.')",
  "select admin.retire_skill('clawdbot-weather', 'Its repository is gone.')",
  "select admin.merge_skills('ripgrep-rg', 'ripgrep', 'The same repository.', confirm => true)",
  "select admin.revoke_keys('Promoter Alpha', 'Promotes its own skill.')",
]

/** Takes pictures of the embedded stack's Studio into docs/pictures, from a stack of its own. */
export async function takePictures(): Promise<void> {
  await withStack({}, async (stack) => {
    await tellAdminStory(stack)
    await withChromium(async (browser) => {
      const page = await browser.newPage({
        viewport: { width: 1920, height: 520 },
        colorScheme: 'dark',
        reducedMotion: 'reduce',
        timezoneId: 'UTC',
      })
      await takePicture(page, stack.studioUrl, 'queue')
      await withConnection(stack.databaseUrl, async (sql) => {
        for (const statement of DONE) await sql.unsafe(statement)
      })
      for (const relation of RELATIONS) await takePicture(page, stack.studioUrl, relation)
    })
  })
}

/** Opens a table or view as a person would: the schema first, then what is in it. */
async function takePicture(page: Page, studioUrl: string, relation: string): Promise<void> {
  await page.goto(`${studioUrl}/editor`, { waitUntil: 'networkidle' })
  await page.getByTestId('schema-selector').click()
  await page.getByRole('menuitem', { name: 'admin' }).click()
  const loaded = page.waitForResponse((response) => response.url().includes(`/rest/v1/${relation}?`))
  await page.getByText(relation, { exact: true }).click()
  await loaded
  await page.getByText(/^1-\d+ of \d+$/).waitFor()
  // Away from what shows something under the pointer.
  await page.mouse.move(0, 0)
  const path = join(folder, `studio-${relation.replaceAll('_', '-')}.png`)
  await page.screenshot({ path })
  console.log(path)
}
