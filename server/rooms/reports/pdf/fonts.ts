import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The font's weights. Each script that our font supports is a subset in its own file. */
export type Weight = 'regular' | 'bold'

const filesFolder = dirname(
  fileURLToPath(import.meta.resolve('@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff')),
)
const numberOf: Readonly<Record<Weight, number>> = { regular: 400, bold: 600 }

type Range = readonly [first: number, last: number]

function readRanges(text: string): Range[] {
  return text.split(',').map(range => {
    const [first = '', last = first] = range.replace('U+', '').split('-')
    return [parseInt(first, 16), parseInt(last, 16)]
  })
}

/** Latin comes first: most text is Latin, and digits and punctuation should not change fonts within a text. */
function readSubsets(): { name: string; ranges: Range[] }[] {
  const known = JSON.parse(readFileSync(join(filesFolder, '..', 'unicode.json'), 'utf8')) as Record<
    string,
    string
  >
  return Object.entries(known)
    .map(([name, text]) => ({ name, ranges: readRanges(text) }))
    .toSorted((one, other) => Number(other.name === 'latin') - Number(one.name === 'latin'))
}

/** A piece of text that one subset can display. */
export interface TextRun {
  readonly subset: string
  readonly text: string
}

/** Replaces characters that no subset has. */
const unwritable = '\ufffd'

export class FontShelf {
  readonly #subsets = readSubsets()

  fileOf(subset: string, weight: Weight): string {
    return join(filesFolder, `noto-sans-${subset}-${numberOf[weight]}-normal.woff`)
  }

  runsOf(text: string): TextRun[] {
    const runs: { subset: string; text: string }[] = []
    for (const letter of text) {
      const subset = this.#subsetOf(letter)
      const written = subset === undefined ? unwritable : letter
      const last = runs.at(-1)
      if (last && last.subset === (subset ?? 'latin')) last.text += written
      else runs.push({ subset: subset ?? 'latin', text: written })
    }
    return runs
  }

  #subsetOf(letter: string): string | undefined {
    const point = letter.codePointAt(0) ?? 0
    return this.#subsets.find(({ ranges }) => ranges.some(([first, last]) => point >= first && point <= last))
      ?.name
  }
}
