/** Letters of five columns and seven rows, one byte per column with its top in the lowest bit. */
const glyphs: Readonly<Record<string, string>> = {
  '0': '3e5149453e',
  '1': '00427f4000',
  '2': '4261514946',
  '3': '2141454b31',
  '4': '1814127f10',
  '5': '2745454539',
  '6': '3c4a494930',
  '7': '0171090503',
  '8': '3649494936',
  '9': '064949291e',
  ':': '0036360000',
  '-': '0808080808',
  '.': '0060600000',
  A: '7e1111117e',
  B: '7f49494936',
  C: '3e41414122',
  D: '7f4141221c',
  E: '7f49494941',
  F: '7f09090901',
  G: '3e4149497a',
  H: '7f0808087f',
  I: '00417f4100',
  J: '2040413f01',
  K: '7f08142241',
  L: '7f40404040',
  M: '7f020c027f',
  N: '7f0408107f',
  O: '3e4141413e',
  P: '7f09090906',
  Q: '3e4151215e',
  R: '7f09192946',
  S: '4649494931',
  T: '01017f0101',
  U: '3f4040403f',
  V: '1f2040201f',
  W: '3f4038403f',
  X: '6314081463',
  Y: '0708700807',
  Z: '6151494543',
}
const columns = 5
const rows = 7
const dotPixels = 2
const marginPixels = 4
const barPixels = rows * dotPixels + 2 * marginPixels
const letterPixels = (columns + 1) * dotPixels

interface Stamped {
  readonly width: number
  readonly height: number
  readonly rgba: Uint8Array
}

function putPixel({ width, rgba }: Stamped, x: number, y: number, brightness: number) {
  if (x >= width) return
  rgba.fill(brightness, (y * width + x) * 4, (y * width + x) * 4 + 3)
}

function putDot(picture: Stamped, left: number, top: number) {
  for (let y = 0; y < dotPixels; y++)
    for (let x = 0; x < dotPixels; x++) putPixel(picture, left + x, top + y, 255)
}

/** Writes a line into an image's lower edge, white on black, as cameras do. Text that does not fit is cut off. */
export function stampPicture(picture: Stamped, text: string): void {
  const top = picture.height - barPixels
  for (let y = top; y < picture.height; y++)
    for (let x = 0; x < picture.width; x++) putPixel(picture, x, y, 16)
  Array.from(text.toUpperCase()).forEach((letter, place) => {
    const columnsOf = (glyphs[letter] ?? '').match(/../g) ?? []
    columnsOf.forEach((byte, column) => {
      for (let row = 0; row < rows; row++)
        if ((Number.parseInt(byte, 16) >> row) & 1)
          putDot(
            picture,
            marginPixels + place * letterPixels + column * dotPixels,
            top + marginPixels + row * dotPixels,
          )
    })
  })
}
