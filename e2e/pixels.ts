import type { Page } from '@playwright/test'

type Clip = { x: number; y: number; width: number; height: number }

/** How many pixels of a part of the page have each of some colours (`#rrggbb`), or nearly. */
export async function pixelCounts(
  page: Page,
  clip: Clip | null,
  colours: readonly string[],
): Promise<number[]> {
  const picture = (await page.screenshot(clip ? { clip } : {})).toString('base64')
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
