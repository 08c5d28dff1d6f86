import { expect, test } from 'vitest'
import { inWords, killKeepers } from '#server/house/keeper-kills.testing'

test('a hundred kills of the keeper of two processes, in a storm', async () => {
  const report = await killKeepers(100, {}, (killed, tookMs) => {
    if (killed % 10 === 0)
      process.stdout.write(`${killed} kills; the last one took ${Math.round(tookMs)} ms\n`)
  })
  process.stdout.write(`${inWords(report)}\n`)
  expect(Math.max(...report.takeOverMs)).toBeLessThan(10_000)
})
