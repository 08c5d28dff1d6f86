import { it } from 'vitest'
import { playReaders } from './play.testing.ts'

const [from, count, minutes, processes] = (process.env['TRY'] ?? '1 12 60 2').split(' ').map(Number)
it('try', async () => {
  const { faults, counts } = await playReaders(
    Array.from({ length: count ?? 1 }, (_, n) => (from ?? 1) + n),
    minutes ?? 60,
    processes as 1 | 2,
  )
  for (const { seed, fault, log } of faults) console.log(`seed ${seed}: ${fault}\n  ${log.slice(-25).join('\n  ')}`)
  console.log([...counts].toSorted().map(([k, v]) => `${k} ${v}`).join('\n'))
  console.log(faults.length, 'faults', process.cpuUsage())
}, 900_000)
