import PDFDocument from 'pdfkit'
import { FontShelf, type Weight } from './fonts.ts'

/** US Letter, in points. */
export const page = { width: 612, height: 792, margin: 48 } as const
export const contentWidth = page.width - 2 * page.margin

export const ink = {
  text: '#1b2733',
  quiet: '#5a6b7b',
  line: '#d5dce4',
  brand: '#24507c',
  band: '#c9dcf0',
  extreme: '#b45309',
  bar: '#2f6fad',
  simulated: '#92400e',
  simulatedGround: '#fef3c7',
} as const

export interface Style {
  readonly size: number
  readonly weight?: Weight
  readonly color?: string
  readonly align?: 'left' | 'right' | 'center'
  /** Longer text is truncated. */
  readonly most?: number
}

/** A PDF in progress that can contain text in any supported script. Its bytes can be taken at any time. */
export class Paper {
  readonly doc = new PDFDocument({ size: 'LETTER', margin: 0, autoFirstPage: false, bufferPages: false })
  readonly #shelf = new FontShelf()
  readonly #known = new Set<string>()

  constructor(title: string) {
    this.doc.info.Title = title
    this.doc.info.Creator = 'Skywarden'
  }

  /** Returns the bytes produced since the last call. */
  taken(): Uint8Array {
    const pieces: Buffer[] = []
    for (let piece = this.#read(); piece !== null; piece = this.#read()) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  widthOf(text: string, { size, weight = 'regular' }: Style): number {
    return this.#shelf.runsOf(text).reduce((width, run) => {
      this.#use(run.subset, weight, size)
      return width + this.doc.widthOfString(run.text)
    }, 0)
  }

  /** Writes one line; y is its top edge. */
  write(text: string, x: number, y: number, style: Style): void {
    const { size, weight = 'regular', color = ink.text, align = 'left' } = style
    const shown = style.most === undefined ? text : this.cut(text, style.most, style)
    const width = this.widthOf(shown, style)
    let left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2
    this.doc.fillColor(color)
    for (const run of this.#shelf.runsOf(shown)) {
      this.#use(run.subset, weight, size)
      this.doc.text(run.text, left, y, { lineBreak: false })
      left += this.doc.widthOfString(run.text)
    }
  }

  /** Wraps a text to a width. */
  linesOf(text: string, width: number, style: Style): string[] {
    const lines: string[] = []
    for (const word of text.split(' ')) {
      const last = lines.at(-1)
      const longer = last === undefined ? word : `${last} ${word}`
      if (last === undefined || this.widthOf(longer, style) > width) lines.push(word)
      else lines[lines.length - 1] = longer
    }
    return lines
  }

  /** Truncates a text to a width. */
  cut(text: string, most: number, style: Style): string {
    if (this.widthOf(text, style) <= most) return text
    const letters = Array.from(text)
    while (letters.length > 1 && this.widthOf(`${letters.join('')}…`, style) > most) letters.pop()
    return `${letters.join('').trimEnd()}…`
  }

  #read(): Buffer | null {
    return this.doc.read() as Buffer | null
  }

  #use(subset: string, weight: Weight, size: number): void {
    const name = `${subset} ${weight}`
    if (!this.#known.has(name)) {
      this.doc.registerFont(name, this.#shelf.fileOf(subset, weight))
      this.#known.add(name)
    }
    this.doc.font(name).fontSize(size)
  }
}
