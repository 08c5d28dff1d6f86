import { expect, it } from 'vitest'
import { faultsIn, playReaders } from './play.testing.ts'

it('no reader believes clear in a delay of which it could be told, nor a danger that has ended', async () => {
  const run = await playReaders([1, 2, 3], 25)
  expect(faultsIn(run)).toEqual([])
}, 600_000)
