/** Red, green and blue, each from 0 to 255. */
export type CameraRgb = readonly [red: number, green: number, blue: number]

export const pictureWidth = 640
export const pictureHeight = 360

export function mixed(one: CameraRgb, other: CameraRgb, share: number): CameraRgb {
  return [
    one[0] + (other[0] - one[0]) * share,
    one[1] + (other[1] - one[1]) * share,
    one[2] + (other[2] - one[2]) * share,
  ]
}

export function scaled([red, green, blue]: CameraRgb, by: number): CameraRgb {
  return [red * by, green * by, blue * by]
}

/** An image being painted. Anything beyond its edges is clipped. */
export class CameraCanvas {
  readonly #values = new Float32Array(pictureWidth * pictureHeight * 3)

  put(x: number, y: number, [red, green, blue]: CameraRgb, share = 1): void {
    if (x < 0 || y < 0 || x >= pictureWidth || y >= pictureHeight) return
    const at = (y * pictureWidth + x) * 3
    const values = this.#values
    values[at] = (values[at] ?? 0) * (1 - share) + red * share
    values[at + 1] = (values[at + 1] ?? 0) * (1 - share) + green * share
    values[at + 2] = (values[at + 2] ?? 0) * (1 - share) + blue * share
  }

  /** Paints a whole row. */
  row(y: number, [red, green, blue]: CameraRgb, share = 1): void {
    const values = this.#values
    for (let at = y * pictureWidth * 3; at < (y + 1) * pictureWidth * 3; at += 3) {
      values[at] = (values[at] ?? 0) * (1 - share) + red * share
      values[at + 1] = (values[at + 1] ?? 0) * (1 - share) + green * share
      values[at + 2] = (values[at + 2] ?? 0) * (1 - share) + blue * share
    }
  }

  /** Adds light to a pixel. */
  light(x: number, y: number, [red, green, blue]: CameraRgb, share: number): void {
    if (x < 0 || y < 0 || x >= pictureWidth || y >= pictureHeight) return
    const at = (y * pictureWidth + x) * 3
    const values = this.#values
    values[at] = (values[at] ?? 0) + red * share
    values[at + 1] = (values[at + 1] ?? 0) + green * share
    values[at + 2] = (values[at + 2] ?? 0) + blue * share
  }

  /** Paints a disc with a soft edge of a pixel. */
  disc(x: number, y: number, radius: number, colour: CameraRgb, share = 1): void {
    for (let row = Math.floor(y - radius - 1); row <= y + radius + 1; row++)
      for (let column = Math.floor(x - radius - 1); column <= x + radius + 1; column++) {
        const inside = radius + 0.5 - Math.hypot(column - x, row - y)
        if (inside > 0) this.put(column, row, colour, share * Math.min(1, inside))
      }
  }

  /** Adds a glow that fades to nothing at its radius. */
  glow(x: number, y: number, radius: number, colour: CameraRgb, strength: number): void {
    for (let row = Math.max(0, Math.floor(y - radius)); row <= y + radius; row++)
      for (let column = Math.max(0, Math.floor(x - radius)); column <= x + radius; column++) {
        const near = 1 - Math.hypot(column - x, row - y) / radius
        if (near > 0) this.light(column, row, colour, strength * near * near * near)
      }
  }

  /** Paints a line of a given width with soft edges. */
  line(
    fromX: number,
    fromY: number,
    toX: number,
    toY: number,
    width: number,
    colour: CameraRgb,
    share = 1,
  ): void {
    const steps = Math.max(1, Math.ceil(Math.hypot(toX - fromX, toY - fromY)))
    const isSteep = Math.abs(toY - fromY) > Math.abs(toX - fromX)
    for (let step = 0; step <= steps; step++) {
      const x = fromX + ((toX - fromX) * step) / steps
      const y = fromY + ((toY - fromY) * step) / steps
      const middle = isSteep ? x : y
      for (let across = Math.floor(middle - width / 2); across <= middle + width / 2 + 1; across++) {
        const inside = width / 2 + 0.5 - Math.abs(across - middle)
        if (inside <= 0) continue
        const amount = share * Math.min(1, inside)
        if (isSteep) this.put(across, Math.round(y), colour, amount)
        else this.put(Math.round(x), across, colour, amount)
      }
    }
  }

  /** Returns the pixels as bytes, with full opacity. */
  rgba(): Uint8Array {
    const bytes = new Uint8Array(pictureWidth * pictureHeight * 4)
    for (let pixel = 0; pixel < pictureWidth * pictureHeight; pixel++) {
      for (let channel = 0; channel < 3; channel++) {
        const value = this.#values[pixel * 3 + channel] ?? 0
        bytes[pixel * 4 + channel] = value < 0 ? 0 : value > 255 ? 255 : Math.round(value)
      }
      bytes[pixel * 4 + 3] = 255
    }
    return bytes
  }
}
