import { expect, it } from 'vitest'
import { playReaders } from './play.testing.ts'

it('no reader believes clear in a delay of which it could be told, nor a danger that has ended', async () => {
  const faults = await playReaders([1, 2, 3], 60)
  expect(faults.flatMap(({ seed, fault, log }) => [`seed ${seed}: ${fault}`, ...log])).toEqual([])
}, 300_000)
