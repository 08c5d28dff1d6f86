import { expect, it } from 'vitest'
import { faultsIn, playReaders } from './play.testing.ts'

/** As many towns as one server has time for at once. */
const together = 25
const batches = 12

it.each(Array.from({ length: batches }, (_, batch) => 1 + batch * together))(
  'no reader believes what is not true, seeds from %i',
  async from => {
    const seeds = Array.from({ length: together }, (_, index) => from + index)
    expect(faultsIn(await playReaders(seeds, 45))).toEqual([])
  },
)
