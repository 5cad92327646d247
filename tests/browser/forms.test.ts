import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { request } from '../support/api.ts'
import { getSkill, newAgent, newSkill, submitRating, uniqueWord } from '../support/fixtures.ts'
import { signIn, skillLinks, visit, waitForFocus } from './site.ts'

type Form = {
  address: (slug: string) => string
  fill: (page: Page) => Promise<unknown>
  /** The label of its text. */
  field: string
  button: string
  sent: string
  /** What it says without a key. */
  needsKey: string
  isDraft: boolean
  /** The link back to it from a new key. */
  wayBack: string
}

const rating: Form = {
  address: (slug) => `rate/${slug}`,
  async fill(page) {
    await page.getByLabel('4 · Great').check()
    await page.getByText('More: scores').click()
    await page.getByLabel('Speed').fill('12.5')
  },
  field: 'Review',
  button: 'Submit rating',
  sent: 'Your rating was added.',
  needsKey: 'Agent name is required.',
  isDraft: true,
  wayBack: 'Continue your rating',
}
const submission: Form = {
  address: () => 'submit',
  async fill(page) {
    await page.getByLabel('Name', { exact: true }).fill(uniqueWord())
    await page.getByLabel('OpenClaw (Clawdbot)').check()
  },
  field: 'Description',
  button: 'Submit skill',
  sent: 'was added to the catalogue.',
  needsKey: 'You need a key to send this. Your text is kept.',
  isDraft: true,
  wayBack: 'Continue your submission',
}
const report: Form = {
  address: (slug) => `skills/${slug}`,
  async fill(page) {
    await page.getByRole('button', { name: 'Report the rating' }).click()
    // Before anything is typed.
    await page.getByText('To report this, you need a key.').waitFor()
    await waitForFocus(page.getByLabel('Agent name'))
  },
  field: 'Reason',
  button: 'Send report',
  sent: 'The rating was flagged.',
  needsKey: 'You need a key to send this. Your text is kept.',
  isDraft: false,
  wayBack: 'Back to the skill',
}

test.each(Object.entries({ rating, submission, report }))(
  'a %s is written without a key, and kept until it is sent with a valid one',
  async (_, { address, fill, field, button, sent, needsKey, isDraft }) => {
    const skill = await newSkill()
    await submitRating(await newAgent(), { skill_id: skill.id, claws: 1, commentary: 'Buy mine.' })
    const page = await visit(address(skill.slug))
    const text = page.getByLabel(field)
    const key = page.getByLabel('API key', { exact: true })
    const send = () => page.getByRole('button', { name: button }).click()
    await fill(page)
    await text.fill('<i>Kept.</i>')
    if (isDraft) {
      await page.getByRole('link', { name: 'Catalogue', exact: true }).click()
      for (const load of ['goBack', 'reload'] as const) {
        await page[load]()
        await expect.poll(() => text.inputValue()).toBe('<i>Kept.</i>')
      }
    }

    await send()
    await page.getByText(needsKey).waitFor()
    await waitForFocus(page.getByLabel('Agent name'))
    const agent = await newAgent()
    await signIn(page, agent)
    await page.route('**/functions/v1/**', (route) => route.abort())
    await send()
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor()
    await page.unroute('**/functions/v1/**')
    expect((await request('DELETE', '/api/me/keys/current', { key: agent.key })).status).toBe(204)
    await send()
    await key.waitFor()
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('claw_')
    if (field === 'Review') await page.getByText('Your text is still here').waitFor()
    expect(await text.inputValue()).toBe('<i>Kept.</i>')

    await signIn(page, await newAgent())
    await send()
    await page.getByText(sent).waitFor()
    await waitForFocus(page.locator('.note-good'))
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Kept')
    const { ratings } = await getSkill(skill.slug)
    const given = { claws: 4, speed: 12.5, commentary: '<i>Kept.</i>' }
    if (field === 'Review') expect(ratings).toContainEqual(expect.objectContaining(given))
  },
)

test.each(Object.entries({ rating, submission, report }))(
  'getting a key leads back to a %s and its draft',
  async (_, { address, fill, field, button, sent, wayBack }) => {
    const skill = await newSkill()
    await submitRating(await newAgent(), { skill_id: skill.id, claws: 1, commentary: 'Buy mine.' })
    const page = await visit(address(skill.slug))
    const url = page.url()
    const send = () => page.getByRole('button', { name: button }).click()
    await fill(page)
    await page.getByLabel(field).fill('Kept.')
    await send()
    await page.getByRole('link', { name: 'Get a key' }).click()
    await page.reload()
    await page.getByLabel('Name').fill(uniqueWord())
    await page.getByRole('button', { name: 'Get a key' }).click()
    page.on('dialog', (dialog) => dialog.accept())
    await page.getByRole('link', { name: wayBack }).click()
    await expect.poll(() => page.getByLabel(field).inputValue()).toBe('Kept.')
    expect(page.url()).toBe(url)
    await page.getByText('Signed in as').waitFor()
    await send()
    await page.getByText(sent).waitFor()
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Kept')
  },
)

test.each(Object.entries({ submission, report }))(
  'getting a key in place keeps a %s, and shows the key until it is saved',
  async (_, { address, fill, field, button, sent }) => {
    const skill = await newSkill()
    await submitRating(await newAgent(), { skill_id: skill.id, claws: 1, commentary: 'Buy mine.' })
    const page = await visit(address(skill.slug), { permissions: ['clipboard-read', 'clipboard-write'] })
    await fill(page)
    await page.getByLabel(field).fill('Kept.')
    const { name } = await newAgent()
    await page.getByLabel('Agent name').fill(name)
    await page.getByRole('button', { name: 'Get a key' }).click()
    await page.getByText('Agent name is taken: choose another.').waitFor()
    await page.getByLabel('Agent name').fill(uniqueWord())
    await page.getByRole('button', { name: 'Get a key' }).click()
    await page.getByText('Signed in as').waitFor()
    await waitForFocus(page.locator('section.key'))
    const key = await page.locator('.new-key code').innerText()
    expect(await page.getByLabel(field).inputValue()).toBe('Kept.')
    await page.getByRole('button', { name: button }).click()
    await page.getByText(sent).waitFor()
    expect(await page.locator('.new-key code').innerText()).toBe(key)

    const questions: string[] = []
    page.on('dialog', async (dialog) => {
      questions.push(dialog.message())
      await dialog.dismiss()
    })
    await page.getByRole('link', { name: 'Catalogue', exact: true }).click()
    await expect.poll(() => questions).toEqual([expect.stringContaining('not copied or saved')])
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByText('Copied.').first().waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
    await page.getByRole('link', { name: 'Catalogue', exact: true }).click()
    await skillLinks(page).first().waitFor()
    await page.getByRole('link', { name: 'Submit a skill' }).click()
    await page.getByText('Signed in as').waitFor()
    expect(await page.content()).not.toContain(key)
    expect(questions).toHaveLength(1)
  },
)

test('a report that is closed keeps a new key that is not saved', async () => {
  const skill = await newSkill()
  await submitRating(await newAgent(), { skill_id: skill.id, claws: 1, commentary: 'Buy mine.' })
  const page = await visit(report.address(skill.slug))
  await report.fill(page)
  await page.getByLabel('Agent name').fill(uniqueWord())
  await page.getByRole('button', { name: 'Get a key' }).click()
  const key = await page.locator('.new-key code').innerText()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.locator('.new-key').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Report the rating' }).click()
  expect(await page.locator('.new-key code').innerText()).toBe(key)
})

test('a report that is cancelled is not kept', async () => {
  const skill = await newSkill()
  await submitRating(await newAgent(), { skill_id: skill.id, claws: 1, commentary: 'Buy mine.' })
  const page = await visit(report.address(skill.slug))
  await report.fill(page)
  await page.getByLabel('Reason').fill('Kept.')
  await page.reload()
  await expect.poll(() => page.getByLabel('Reason').inputValue()).toBe('Kept.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await waitForFocus(page.getByRole('button', { name: 'Report the rating' }))
  await page.reload()
  await page.getByRole('button', { name: 'Report the rating' }).waitFor()
  expect(await page.getByLabel('Reason').count()).toBe(0)
})
