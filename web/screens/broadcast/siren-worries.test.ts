import { sirenWorries } from './siren-worries.ts'
import { expect, test } from 'vitest'

const because = 'The siren cannot be reached'
const unprotected = [
  { locationId: 1, sirenName: 'North Field', because, isNotice: false },
  { locationId: 2, sirenName: 'North Field', because, isNotice: false },
  { locationId: 3, sirenName: 'Stadium', because: 'The siren is disabled', isNotice: false },
  { locationId: 4, sirenName: 'Gate', because: 'The siren’s clock is 20 seconds slow', isNotice: true },
]

test('reports an unreliable siren once, and only at its own locations', () => {
  expect(sirenWorries(unprotected, [1, 2])).toEqual([
    { label: 'Siren North Field', text: 'The siren cannot be reached. Do not rely on it.' },
  ])
  expect(sirenWorries(unprotected, [3])).toHaveLength(1)
  expect(sirenWorries(unprotected, [4])).toEqual([])
})
