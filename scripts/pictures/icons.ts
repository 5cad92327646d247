import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withChromium } from '../chromium.ts'
import { projectDir } from '../program.ts'

const folder = join(projectDir, 'site', 'public')
const PNGS = { 'apple-touch-icon.png': 180, 'icon-192.png': 192, 'icon-512.png': 512 }

/** The icons of the web site, from favicon.svg. */
export async function takePictures(): Promise<void> {
  const svg = readFileSync(join(folder, 'favicon.svg'), 'utf8')
  await withChromium(async (browser) => {
    const page = await browser.newPage()
    const draw = async (size: number) => {
      await page.setViewportSize({ width: size, height: size })
      await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw}</style>${svg}`)
      return page.screenshot({ omitBackground: true })
    }
    for (const [name, size] of Object.entries(PNGS)) writeFileSync(join(folder, name), await draw(size))
    writeFileSync(join(folder, 'favicon.ico'), toIco(await draw(32), 32))
  })
}

/** An ICO file with one picture, which may be a PNG. */
function toIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22)
  // The type (an icon) and the number of pictures.
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  // The picture: its size in pixels, colour planes, bits a pixel, length and position.
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}
