// `npm run pictures`: the pictures in docs/pictures, all of them, or those that are named: `npm run pictures -- studio`.
import { Refusal } from '../../local/refusal.ts'
import { command } from '../program.ts'

const PICTURES: Record<string, () => Promise<{ takePictures(): Promise<void> }>> = {
  site: () => import('./site.ts'),
  studio: () => import('./studio.ts'),
}

await command(async () => {
  const named = process.argv.slice(2)
  for (const name of named.length > 0 ? named : Object.keys(PICTURES)) {
    const pictures = PICTURES[name]
    if (!pictures)
      throw new Refusal(`There are no pictures "${name}": give ${Object.keys(PICTURES).join(' or ')}.`)
    await (await pictures()).takePictures()
  }
})
