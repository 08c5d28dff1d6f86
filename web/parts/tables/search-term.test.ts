import { searchTerm } from './search-term.ts'
import { expect, test } from 'vitest'

test('applies a search from three characters on, regardless of case and accents', () => {
  expect([' po ', 'POO', ' Pool'].map(searchTerm)).toEqual(['', 'poo', 'pool'])
})
