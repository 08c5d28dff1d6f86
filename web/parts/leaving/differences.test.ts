import { differences } from './differences.ts'
import { expect, test } from 'vitest'

test('lists only differences, in form order', () => {
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

test('shows a field that one version lacks as empty', () => {
  expect(differences([['Message', '']], [['Message', 'Go inside.']])).toEqual([
    { label: 'Message', mine: 'None', theirs: 'Go inside.' },
  ])
  expect(differences([], [['Zone 2', '20 mi']])).toEqual([{ label: 'Zone 2', mine: 'None', theirs: '20 mi' }])
  expect(differences([['Message', '']], [])).toEqual([])
})
