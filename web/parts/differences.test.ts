import { differences } from './differences.ts'
import { expect, test } from 'vitest'

test('only what differs is listed, in the order of the form', () => {
  const mine = [
    ['Name', 'North Gate'],
    ['Address', 'Norman, OK'],
    ['Zone 1', '8 mi'],
  ] as const
  const theirs = [
    ['Name', 'South Gate'],
    ['Address', ' Norman, OK '],
    ['Zone 1', '10 mi'],
  ] as const
  expect(differences(mine, theirs)).toEqual([
    { label: 'Name', mine: 'North Gate', theirs: 'South Gate' },
    { label: 'Zone 1', mine: '8 mi', theirs: '10 mi' },
  ])
})

test('what one of them does not have is told as nothing', () => {
  expect(differences([['Message', '']], [['Message', 'Go inside.']])).toEqual([
    { label: 'Message', mine: 'None', theirs: 'Go inside.' },
  ])
  expect(differences([], [['Zone 2', '20 mi']])).toEqual([{ label: 'Zone 2', mine: 'None', theirs: '20 mi' }])
  expect(differences([['Message', '']], [])).toEqual([])
})
