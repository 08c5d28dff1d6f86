/** Rows of four-byte pixels: red, green, blue and an unused byte. */
export interface Picture {
  readonly widthPx: number
  readonly heightPx: number
  readonly bytes: Uint8Array | Uint8ClampedArray
}

const pixelBytes = 4

/**
 * Reprojects a world image with evenly spaced latitudes to a square Mercator map of the same width. Only rows are
 * resampled. The map never compresses rows; it stretches them, more so farther from the equator.
 */
export function onMercator({ widthPx, heightPx, bytes }: Picture): Picture {
  const rowBytes = widthPx * pixelBytes
  const rowAt = (row: number) => {
    const from = Math.max(0, Math.min(heightPx - 1, row)) * rowBytes
    return bytes.subarray(from, from + rowBytes)
  }
  // Clamped, because the curve below can overshoot a byte's range.
  const square = new Uint8ClampedArray(widthPx * rowBytes)
  for (let y = 0; y < widthPx; y++) {
    const { row, weights } = rowsFor(y, widthPx, heightPx)
    const [above, upper, lower, below] = [rowAt(row - 1), rowAt(row), rowAt(row + 1), rowAt(row + 2)]
    const [a, b, c, d] = weights
    for (let x = 0; x < rowBytes; x++)
      square[y * rowBytes + x] =
        a * (above[x] ?? 0) + b * (upper[x] ?? 0) + c * (lower[x] ?? 0) + d * (below[x] ?? 0)
  }
  return { widthPx, heightPx: widthPx, bytes: square }
}

/** Returns the image row at or above a map row, and the weights of four rows: one above it, itself, and two below. */
function rowsFor(y: number, sizePx: number, heightPx: number) {
  const latitude = Math.atan(Math.sinh(Math.PI * (1 - (2 * (y + 0.5)) / sizePx)))
  const exact = (0.5 - latitude / Math.PI) * heightPx - 0.5
  const row = Math.floor(exact)
  const t = exact - row
  // A Catmull-Rom curve through the four rows. Linear interpolation would show every row as an edge.
  const weights = [
    (-t + 2 * t ** 2 - t ** 3) / 2,
    (2 - 5 * t ** 2 + 3 * t ** 3) / 2,
    (t + 4 * t ** 2 - 3 * t ** 3) / 2,
    (t ** 3 - t ** 2) / 2,
  ] as const
  return { row, weights }
}

/** Halves width and height: each pixel is the mean of four. */
export function halved({ widthPx, heightPx, bytes }: Picture): Picture {
  const [width, height] = [widthPx / 2, heightPx / 2]
  const half = new Uint8Array(width * height * pixelBytes)
  const down = widthPx * pixelBytes
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < pixelBytes; channel++) {
        const at = 2 * (y * down + x * pixelBytes) + channel
        const upper = (bytes[at] ?? 0) + (bytes[at + pixelBytes] ?? 0)
        const lower = (bytes[at + down] ?? 0) + (bytes[at + down + pixelBytes] ?? 0)
        half[(y * width + x) * pixelBytes + channel] = (upper + lower) / 4
      }
  return { widthPx: width, heightPx: height, bytes: half }
}

/** Cuts a square part out of an image. */
export function cutOut({ widthPx, bytes }: Picture, leftPx: number, topPx: number, sizePx: number): Picture {
  const part = new Uint8Array(sizePx * sizePx * pixelBytes)
  for (let row = 0; row < sizePx; row++) {
    const from = ((topPx + row) * widthPx + leftPx) * pixelBytes
    part.set(bytes.subarray(from, from + sizePx * pixelBytes), row * sizePx * pixelBytes)
  }
  return { widthPx: sizePx, heightPx: sizePx, bytes: part }
}
