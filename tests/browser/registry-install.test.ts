// The section of a skill's page that says how it is installed.
import { expect, test } from 'vitest'
import { newImportedSkill } from '../registry/imported-skills.ts'
import { npmPackage } from '../registry/server-json.ts'
import { newSkill } from '../support/fixtures.ts'
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

test('shows a line for each client, and behind it a file, and copies what is shown', async () => {
  const skill = await newImportedSkill(SERVER)
  const name = skill.publisher.slice(skill.publisher.indexOf('/') + 1)
  const page = await visit(`skills/${skill.slug}`, { permissions: ['clipboard-read', 'clipboard-write'] })
  const section = page.getByRole('region', { name: 'Install' })
  await section.waitFor()
  await section.getByText('Not reviewed. It runs code of its publisher.').click()
  expect(await section.innerText()).toContain(`This is what its publisher, ${skill.publisher}, wrote`)
  const shown = () => section.locator('.copy-block code').first().innerText()
  const command = 'npx -y @example/server@1.2.3'
  expect(await shown()).toBe(
    `claude mcp add --env "API_KEY=<API_KEY>" --transport stdio ${name} -- ${command}`,
  )
  expect(await section.locator('.install-fields').innerText()).toMatch(
    /API_KEY\s+required, secret\s+REGION\s+optional/,
  )
  const file = section.locator('details .copy-block code')
  expect(await file.isVisible()).toBe(false)
  await section.getByText('As a file: .mcp.json').click()
  const local = { command: 'npx', args: ['-y', '@example/server@1.2.3'] }
  expect(JSON.parse(await file.innerText())).toMatchObject({ mcpServers: { [name]: local } })

  const clients = section.getByRole('group', { name: 'Client' })
  // With the keyboard, as with every group of radio buttons.
  await clients.getByRole('radio', { name: 'Claude Code' }).focus()
  await page.keyboard.press('ArrowRight')
  await section.getByText('Add it to .cursor/mcp.json.').waitFor()
  expect(JSON.parse(await shown())).toMatchObject({ mcpServers: { [name]: local } })
  await clients.getByRole('radio', { name: 'Codex' }).check({ force: true })
  await section.getByText('As a file: ~/.codex/config.toml').waitFor()
  await section.getByRole('button', { name: 'Copy: install, Codex', exact: true }).click()
  await waitForAnnouncement(page, 'Copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `codex mcp add ${name} --env "API_KEY=<API_KEY>" -- ${command}`,
  )

  // The next page shows the same client.
  const other = await newSkill({ type: 'mcp', identifiers: ['pkg:pypi/mcp-server-other'] })
  await page.goto(`${siteUrl}/skills/${other.slug}`)
  await section.waitFor()
  expect(await shown()).toBe(`codex mcp add ${other.slug} -- uvx mcp-server-other`)
  await page.goBack()
  await section.waitFor()

  await section
    .getByRole('group', { name: 'Package' })
    .getByRole('radio', { name: 'Remote server' })
    .check({ force: true })
  await section.getByText('It sends data to its publisher.').waitFor()
  // It has no SSE.
  expect(await clients.getByText('Codex').count()).toBe(0)
  expect(await shown()).toBe(
    `claude mcp add --transport sse ${name} https://mcp.example.com/sse --header "X-API-Key: <X-API-Key>"`,
  )
  expect(await section.locator('.install-fields').innerText()).toMatch(/X-API-Key\s+required, secret/)
})

test('shows the packages of a submission, only by names that a command may contain', async () => {
  const identifiers = ['pkg:npm/%40example/server', 'pkg:docker/ghcr.io/example/server', 'pkg:npm/a.tgz']
  const server = await newSkill({ type: 'mcp', identifiers })
  const page = await visit(`skills/${server.slug}`)
  const section = page.getByRole('region', { name: 'Install' })
  await section.waitFor()
  expect(await section.locator('details.note').textContent()).toContain(
    'nobody checked that this is the skill',
  )
  const shown = () => section.locator('.copy-block code').first().innerText()
  expect(await section.getByRole('group', { name: 'Package' }).innerText()).toMatch(
    /^Package\s+Docker\s+npm$/,
  )
  expect(await shown()).toBe(`claude mcp add ${server.slug} -- docker run -i --rm ghcr.io/example/server`)
  await section.getByRole('radio', { name: 'npm', exact: true }).check({ force: true })
  await expect.poll(shown).toBe(`claude mcp add ${server.slug} -- npx -y @example/server`)

  // What is no server is not run, but fetched.
  const library = await newSkill({ type: 'other', identifiers })
  await page.goto(`${siteUrl}/skills/${library.slug}`)
  await section.waitFor()
  expect(await section.locator('.copy-block code').allInnerTexts()).toEqual([
    'docker pull ghcr.io/example/server',
    'npm install @example/server',
  ])
  const none = await newSkill({ type: 'mcp', identifiers: ['pkg:npm/a.tgz'] })
  await page.goto(`${siteUrl}/skills/${none.slug}`)
  await page.getByText('Not rated yet.').waitFor()
  expect(await section.count()).toBe(0)
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
    for (const client of ['Claude Code', 'VS Code']) {
      await section
        .getByRole('group', { name: 'Client' })
        .getByRole('radio', { name: client })
        .check({ force: true })
      await section.locator('.client-setup summary').click()
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
    expect(await page.getByRole('button', { name: 'Copy: install' }).count()).toBe(0)
    await page.unroute(`**/api/skills/${skill.slug}`)
  }
})
