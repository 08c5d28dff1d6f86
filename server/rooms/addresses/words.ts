import { countryName } from './towns.ts'
import { usStates } from './us-states.ts'

/** Words with two common spellings, mapped to the shorter one. */
const shortened = new Map([
  ['saint', 'st'],
  ['sainte', 'ste'],
  ['fort', 'ft'],
  ['mount', 'mt'],
])

const plain = /^[a-zA-Z ]*$/

/** A text's words without accents, capitals and periods, each in one spelling. */
export function addressWords(text: string): string[] {
  // Most names are plain already; normalizing the others takes most of the gazetteer's loading time.
  const bare = plain.test(text) ? text : text.normalize('NFD').replace(/[\p{M}.'’]/gu, '')
  return bare
    .toLowerCase()
    .split(plain.test(bare) ? ' ' : /[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
    .map(word => shortened.get(word) ?? word)
}

/** What the end of an address may contain in addition to the town's name. */
export interface Region {
  readonly country: string
  readonly state?: string
}

const statesByWords = new Map(
  Object.entries(usStates).flatMap(([code, name]) => [
    [code.toLowerCase(), code],
    [addressWords(name).join(' '), code],
  ]),
)

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')

/** Every two-letter country code, with the country's name. */
const countriesByWords = new Map([
  ...letters
    .flatMap(first => letters.map(second => first + second))
    .flatMap(code =>
      [code.toLowerCase(), addressWords(countryName(code)).join(' ')].map(words => [words, code] as const),
    ),
  ['usa', 'US'] as const,
  ['uk', 'GB'] as const,
])

/** Every interpretation of words as a state, a country, or a U.S. state with its country. */
export function regionsOf(words: readonly string[]): Region[] {
  const text = words.join(' ')
  const state = statesByWords.get(text)
  const country = countriesByWords.get(text)
  const withCountry = words.flatMap((_, at): Region[] => {
    const before = statesByWords.get(words.slice(0, at).join(' '))
    const after = countriesByWords.get(words.slice(at).join(' '))
    return before !== undefined && after === 'US' ? [{ country: 'US', state: before }] : []
  })
  return [
    ...(state === undefined ? [] : [{ country: 'US', state }]),
    ...(country === undefined ? [] : [{ country }]),
    ...withCountry,
  ]
}
