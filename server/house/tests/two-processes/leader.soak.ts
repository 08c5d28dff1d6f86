import { expect, test } from 'vitest'
import { inWords, killLeaders } from './leader-kills.testing.ts'

test('a hundred kills of the leader of two processes, in a storm', async () => {
  const report = await killLeaders(100, {}, (killed, tookMs) => {
    if (killed % 10 === 0)
      process.stdout.write(`${killed} kills; the last one took ${Math.round(tookMs)} ms\n`)
  })
  process.stdout.write(`${inWords(report)}\n`)
  expect(Math.max(...report.takeOverMs)).toBeLessThan(10_000)
})
