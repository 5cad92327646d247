// npm run generate -- pictures: the pictures in docs/pictures and of link previews, all of them or those that are named, as in `npm run generate -- pictures studio`.
import { command } from '../../local/cli/command.ts'
import { UserError } from '../../local/cli/user-error.ts'

const PICTURES: Record<string, () => Promise<{ takePictures(): Promise<void> }>> = {
  preview: () => import('./preview.ts'),
  site: () => import('./site.ts'),
  studio: () => import('./studio.ts'),
}

const names = Object.keys(PICTURES).join(', ')
const positionals = { name: '[NAME…]', help: `Which pictures: ${names} (default: all)` }

await command('generate pictures', { positionals }, async (_, named) => {
  const unknown = named.find((name) => !(name in PICTURES))
  if (unknown !== undefined) throw new UserError(`There are no pictures “${unknown}”: give ${names}.`)
  for (const [name, pictures] of Object.entries(PICTURES)) {
    if (named.length === 0 || named.includes(name)) await (await pictures()).takePictures()
  }
})
