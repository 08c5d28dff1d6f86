import { namedLike, searchTerm } from './named-like.ts'
import { expect, test } from 'vitest'

test('applies a search from three characters on, regardless of case and accents', () => {
  expect([' po ', 'POO', ' Pool'].map(searchTerm)).toEqual(['', 'poo', 'pool'])
})

const groups = ['Grounds North', 'Grounds South', 'Athletics'].map(name => ({ name }))
const found = (typed: string) => namedLike(groups, typed).map(({ name }) => name)

test.each<[typed: string, names: string[]]>([
  ['', ['Grounds North', 'Grounds South', 'Athletics']],
  ['  ', ['Grounds North', 'Grounds South', 'Athletics']],
  ['gROUNDS', ['Grounds North', 'Grounds South']],
  ['south gr', ['Grounds South']],
  ['pool', []],
])('searches names for %j', (typed, names) => {
  expect(found(typed)).toEqual(names)
})
