import type { Locator, Page } from '@playwright/test'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where a part of the page is, after it was brought into view: at once, since a page that draws a map has no time. */
function boxInView(part: Locator): Promise<Box> {
  return part.evaluate(element => {
    const isSeen = ({ top, bottom }: DOMRect) => top >= 0 && bottom <= innerHeight
    if (!isSeen(element.getBoundingClientRect())) element.scrollIntoView({ block: 'center' })
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x, y, width, height }
  })
}

/** As much of a box as the window shows. */
function inWindow(page: Page, { x, y, width, height }: Box): Box | null {
  const window = page.viewportSize() ?? { width: 0, height: 0 }
  const [left, top] = [Math.max(x, 0), Math.max(y, 0)]
  const [right, bottom] = [Math.min(x + width, window.width), Math.min(y + height, window.height)]
  return right - left >= 1 && bottom - top >= 1
    ? { x: left, y: top, width: right - left, height: bottom - top }
    : null
}

/**
 * How many pixels of a part of the page have each of some colours (`#rrggbb`), or nearly; `inside` chooses from its box.
 * A page may move, and a canvas be replaced, while it is looked at: what is not to be seen has none, and is asked for
 * again by whoever waits for it.
 */
export async function pixelCounts(
  part: Locator,
  colours: readonly string[],
  inside: (box: Box) => Box = box => box,
): Promise<number[]> {
  const page = part.page()
  const clip = inWindow(page, inside(await boxInView(part)))
  if (!clip) return colours.map(() => 0)
  const picture = (await page.screenshot({ clip })).toString('base64')
  return page.evaluate(
    async ([data, wanted]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${data}`
      await image.decode()
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: image.width, height: image.height })
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      const bytes = context?.getImageData(0, 0, image.width, image.height).data ?? []
      return wanted.map(hex => {
        const colour = [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16))
        let found = 0
        for (let at = 0; at < bytes.length; at += 4)
          if (colour.every((value, channel) => Math.abs((bytes[at + channel] ?? 0) - value) <= 12)) found++
        return found
      })
    },
    [picture, colours] as const,
  )
}

const veilInks = { light: '#101828', dark: '#f2f4f7' }
const veilOpacity = 0.18
const channels = (hex: string) => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16))

/** A colour of the ground as it is seen through the veil that lies where there is no radar picture. */
export function veiled(hex: string, base: keyof typeof veilInks): string {
  const ink = channels(veilInks[base])
  const mixed = channels(hex).map((value, channel) => value + veilOpacity * ((ink[channel] ?? 0) - value))
  return `#${mixed.map(value => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}
