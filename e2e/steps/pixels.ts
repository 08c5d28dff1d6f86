import type { Locator, Page } from '@playwright/test'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Scrolls an element into view immediately, because a page that draws a map is busy, and returns its position. */
function boxInView(part: Locator): Promise<Box> {
  return part.evaluate(element => {
    const isSeen = ({ top, bottom }: DOMRect) => top >= 0 && bottom <= innerHeight
    if (!isSeen(element.getBoundingClientRect())) element.scrollIntoView({ block: 'center' })
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x, y, width, height }
  })
}

/** Returns the part of a box that is inside the window. */
function inWindow(page: Page, { x, y, width, height }: Box): Box | null {
  const window = page.viewportSize() ?? { width: 0, height: 0 }
  const [left, top] = [Math.max(x, 0), Math.max(y, 0)]
  const [right, bottom] = [Math.min(x + width, window.width), Math.min(y + height, window.height)]
  return right - left >= 1 && bottom - top >= 1
    ? { x: left, y: top, width: right - left, height: bottom - top }
    : null
}

/**
 * Counts an element's pixels that have, or nearly have, each of the given colors (`#rrggbb`). `inside` selects part of
 * its box. The page may move, and a canvas may be replaced, during the check. An invisible element has no such pixels,
 * and the caller retries.
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
        const color = [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16))
        let found = 0
        for (let at = 0; at < bytes.length; at += 4)
          if (color.every((value, channel) => Math.abs((bytes[at + channel] ?? 0) - value) <= 12)) found++
        return found
      })
    },
    [picture, colours] as const,
  )
}

const veilInks = { light: '#101828', dark: '#f2f4f7' }
const veilOpacity = 0.18
const channels = (hex: string) => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16))

/** Returns what a base color looks like through the veil where there is no radar image. */
export function veiled(hex: string, base: keyof typeof veilInks): string {
  const ink = channels(veilInks[base])
  const mixed = channels(hex).map((value, channel) => value + veilOpacity * ((ink[channel] ?? 0) - value))
  return `#${mixed.map(value => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}
