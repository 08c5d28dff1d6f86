import { searchTerm } from './search-term.ts'
import { expect, test } from 'vitest'

test('a search applies from three characters on, however they are spelled', () => {
  expect([' po ', 'POO', ' Pool'].map(searchTerm)).toEqual(['', 'poo', 'pool'])
})
