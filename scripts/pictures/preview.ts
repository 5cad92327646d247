import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CATALOGUE_TITLE, SITE_NAME } from '../../site/src/head.ts'
import { withChromium } from '../chromium.ts'
import { projectDir } from '../program.ts'

const publicFolder = join(projectDir, 'site', 'public')
/** The size that social networks and chats show without cutting. */
const viewport = { width: 1200, height: 630 }

/** The picture in previews of links, the same for all pages: their titles have the rating. */
export async function takePictures(): Promise<void> {
  await withChromium(async (browser) => {
    const page = await browser.newPage({ viewport })
    await page.setContent(html())
    const path = join(publicFolder, 'preview.png')
    await page.screenshot({ path })
    console.log(path)
  })
}

/** In the colours and fonts of site/src/styles/base.css. */
function html(): string {
  const logo = readFileSync(join(publicFolder, 'favicon.svg'), 'utf8')
  return `<!doctype html>
<style>
  body { margin: 0; padding: 0 90px; height: 630px; display: grid; align-content: center; gap: 44px; background: #faf6ef; color: #221c16;
    border-bottom: 18px solid #a5331a; box-sizing: border-box; font-family: system-ui, "DejaVu Sans", Arial, sans-serif }
  header { display: flex; align-items: center; gap: 32px; font-size: 54px; font-weight: 600 }
  svg { width: 112px }
  h1 { margin: 0; font: 600 84px/1.15 "Iowan Old Style", Palatino, "DejaVu Serif", Georgia, serif }
</style>
<header>${logo}${SITE_NAME}</header>
<h1>${CATALOGUE_TITLE}</h1>`
}
