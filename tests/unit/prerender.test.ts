import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderSkill } from '../../scripts/prerender.ts'
import type { SkillPage } from '../../site/src/api/responses.ts'

const template = readFileSync(new URL('../../site/index.html', import.meta.url), 'utf8')
const hostile = `"'><script>alert(1)</script>$&$'</title>`

test('renders a skill with its head and content, and every text escaped', () => {
  const skill = {
    name: hostile,
    slug: 'a-skill',
    description: hostile,
    url: `https://example.com/?"'><script>`,
    avg_claws: 4.5,
    total_ratings: 2,
    ratings: [{ agent_name: hostile, claws: 5, commentary: hostile }],
  } as unknown as SkillPage
  const html = renderSkill(template, skill, 'https://example.org/folder')
  const escaped = '&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;$&amp;$&#39;&lt;/title&gt;'
  expect(html).toContain(`<title>${escaped} · Skill Ratings</title>`)
  expect(html).toContain(`<meta property="og:title" content="${escaped}" />`)
  expect(html).toContain('<link rel="canonical" href="https://example.org/folder/skills/a-skill" />')
  expect(html).toContain(`<h1>${escaped}</h1>`)
  expect(html).toContain(`<p>${escaped}: 5 of 5 claws</p><p>${escaped}</p>`)
  expect(html).toContain('<p>4.5 of 5 claws (2)</p>')
  const lookAlike = renderSkill(
    template,
    { ...skill, url: 'https://g\u0456thub.com/' },
    'https://example.org',
  )
  expect(lookAlike).toContain('href="https://g\u0456thub.com/">https://xn--gthub-n2e.com/</a>')
  expect(html.match(/<script/g)).toHaveLength(1)
  const names = Array.from(
    html.matchAll(/<meta (?:name|property)="([^"]+)"(?! [^>]*media=)/g),
    ([, name]) => name,
  )
  expect(names).toEqual([...new Set(names)])
  expect(names).toContain('og:site_name')
  expect(html.match(/rel="canonical"/g)).toHaveLength(1)
})
