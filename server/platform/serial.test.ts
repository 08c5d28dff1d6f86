import { expect, it } from 'vitest'
import { createSerial, createSharedRun } from './serial.ts'

it('runs operations one at a time and in order, also after one has failed', async () => {
  const inTurn = createSerial()
  const events: string[] = []
  const operation = (name: string) => async () => {
    events.push(`${name} begins`)
    await Promise.resolve()
    events.push(`${name} ends`)
    if (name === 'b') throw new Error('b failed')
    return name
  }
  const results = await Promise.allSettled(['a', 'b', 'c'].map(name => inTurn(operation(name))))
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

it('a run begins at once, and the next serves every caller that asked meanwhile', async () => {
  let runs = 0
  const gates: PromiseWithResolvers<void>[] = []
  const share = createSharedRun(() => {
    runs++
    const gate = Promise.withResolvers<void>()
    gates.push(gate)
    return gate.promise
  })
  const first = share()
  expect(runs).toBe(1)
  const later = [share(), share()]
  gates[0]?.reject(new Error('the first failed'))
  await expect(first).rejects.toThrow('the first failed')
  await expect.poll(() => runs).toBe(2)
  gates[1]?.resolve()
  await Promise.all(later)
  expect(runs).toBe(2)
})
