import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { echoAround } from './around.ts'
import { cellCount, echoOf, middleOf, noCoverage, noEcho } from './grid.ts'
import { smallPlace } from './grid.testing.ts'

const radiusMiles = 3.1
const middle = middleOf(smallPlace, 100, 90)

function gridOf(cells: Readonly<Record<string, number>>) {
  const echoes = new Uint8Array(cellCount(smallPlace))
  for (const [at, echo] of Object.entries(cells)) {
    const [column = 0, row = 0] = at.split(',').map(Number)
    echoes[row * smallPlace.columns + column] = echo
  }
  return { place: smallPlace, echoes }
}

describe('the echo around a place', () => {
  it.each([
    ['nothing', {}, null, true],
    ['an echo overhead', { '100,90': echoOf(30) }, 30, true],
    ['the stronger of two', { '100,90': echoOf(30), '101,91': echoOf(41.5) }, 41.5, true],
    ['one within the distance', { '102,90': echoOf(12) }, 12, true],
    ['none beyond it', { '104,90': echoOf(50), '100,94': echoOf(50) }, null, true],
    ['a part that no radar sees', { '101,90': noCoverage }, null, false],
    ['an echo beside such a part', { '101,90': noCoverage, '99,90': echoOf(20) }, 20, false],
  ] as const)('has %s', (_, cells, strongestDbz, isSeen) => {
    expect(echoAround(gridOf(cells), middle, radiusMiles)).toEqual({ strongestDbz, isSeen })
  })
  it('is not seen at the edge of the grid or anywhere beyond', () => {
    const empty = { place: smallPlace, echoes: new Uint8Array(cellCount(smallPlace)).fill(noEcho) }
    expect(echoAround(empty, middleOf(smallPlace, 0, 90), radiusMiles).isSeen).toBe(false)
    fc.assert(
      fc.property(
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        (latitude, longitude) => {
          const isBeyond = latitude > 40 || latitude < 36 || longitude < -100 || longitude > -95.2
          if (isBeyond) expect(echoAround(empty, { latitude, longitude }, radiusMiles).isSeen).toBe(false)
        },
      ),
    )
  })
})
