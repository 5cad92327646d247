// The section of a skill's page that says how it is installed.
import { expect, test } from 'vitest'
import { newImportedSkill } from '../support/imported-skills.ts'
import { npmPackage } from '../support/server-json.ts'
import { expectAccessible, expectFits, newPage, siteUrl, visit, waitForAnnouncement } from './site.ts'

const SERVER = {
  packages: [
    npmPackage({
      environmentVariables: [{ name: 'API_KEY', isRequired: true, isSecret: true }, { name: 'REGION' }],
    }),
    {
      registryType: 'oci',
      identifier: `ghcr.io/example/${'long-'.repeat(20)}name:1.0`,
      transport: { type: 'stdio' },
    },
  ],
  remotes: [
    {
      type: 'sse',
      url: 'https://mcp.example.com/sse',
      headers: [{ name: 'X-API-Key', isRequired: true, isSecret: true }],
    },
  ],
}

test('shows the command first, then configurations and a shell line, and copies what is shown', async () => {
  const skill = await newImportedSkill(SERVER)
  const name = skill.publisher.slice(skill.publisher.indexOf('/') + 1)
  const page = await visit(`skills/${skill.slug}`, { permissions: ['clipboard-read', 'clipboard-write'] })
  const section = page.getByRole('region', { name: 'Install' })
  await section.waitFor()
  expect(await section.innerText()).toContain(
    `Not reviewed. This is what its publisher, ${skill.publisher}, wrote`,
  )
  const shown = () => section.locator('.copy-block code').innerText()
  expect(JSON.parse(await shown())).toEqual({ command: 'npx', args: ['-y', '@example/server@1.2.3'] })
  expect(await section.locator('.install-fields').innerText()).toMatch(
    /API_KEY\s+required, secret\s+REGION\s+optional/,
  )

  const forms = section.getByRole('group', { name: 'Show as' })
  const local = { command: 'npx', args: ['-y', '@example/server@1.2.3'] }
  // With the keyboard, as with every group of radio buttons.
  await forms.getByRole('radio', { name: 'Command' }).focus()
  await page.keyboard.press('ArrowRight')
  await section.getByText('Add it to .mcp.json.').waitFor()
  expect(JSON.parse(await shown())).toEqual({
    mcpServers: { [name]: { ...local, env: { API_KEY: '<API_KEY>' } } },
  })
  await forms.getByRole('radio', { name: 'VS Code' }).check({ force: true })
  await section.getByText('Add it to .vscode/mcp.json.').waitFor()
  expect(JSON.parse(await shown())).toMatchObject({
    inputs: [{ password: true }],
    servers: { [name]: { type: 'stdio', ...local } },
  })
  await forms.getByRole('radio', { name: 'Shell' }).check({ force: true })
  await section.getByText('For a POSIX shell').waitFor()
  await section.getByRole('button', { name: 'Copy: install, Shell' }).click()
  await waitForAnnouncement(page, 'Copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npx -y @example/server@1.2.3')

  await section
    .getByRole('group', { name: 'Package' })
    .getByRole('radio', { name: 'Remote server' })
    .check({ force: true })
  await section.getByText('send data to the publisher').waitFor()
  expect(JSON.parse(await shown())).toEqual({ url: 'https://mcp.example.com/sse', transport: 'sse' })
  expect(await forms.getByText('Shell').count()).toBe(0)
  expect(await section.locator('.install-fields').innerText()).toMatch(/X-API-Key\s+required, secret/)
})

test.each(['light', 'dark'] as const)('is accessible and fits, %s', async (colorScheme) => {
  const skill = await newImportedSkill(SERVER, {
    name: `@example-organization/a-rather-long-server-name-${Date.now()}${colorScheme}`,
  })
  const page = await newPage({ bypassCSP: true, colorScheme })
  await page.goto(`${siteUrl}/skills/${skill.slug}`)
  const section = page.getByRole('region', { name: 'Install' })
  await section.waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  for (const one of ['Docker', 'Remote server']) {
    await section
      .getByRole('group', { name: 'Package' })
      .getByRole('radio', { name: one })
      .check({ force: true })
    for (const form of ['Claude Code', 'VS Code']) {
      await section
        .getByRole('group', { name: 'Show as' })
        .getByRole('radio', { name: form })
        .check({ force: true })
      await expectFits(page)
    }
  }
})

test('shows nothing for a skill that is retired, deleted at the source or not installable, and says why', async () => {
  const skill = await newImportedSkill(SERVER, { type: 'github', url: 'https://github.com/owner/repo' })
  const page = await newPage()
  const states: [object, string][] = [
    [{ retired_at: '2026-11-01T10:00:00Z' }, 'this page does not say how to install it'],
    [{ source_status: 'deleted' }, 'That is why this page does not say how to install it'],
  ]
  for (const [state, text] of states) {
    await page.route(`**/api/skills/${skill.slug}`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), install: null, ...state } })
    })
    await page.goto(`${siteUrl}/skills/${skill.slug}`)
    await page.getByText(text).waitFor()
    expect(await page.getByRole('region', { name: 'Install' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Copy: install command' }).count()).toBe(0)
    await page.unroute(`**/api/skills/${skill.slug}`)
  }
})
