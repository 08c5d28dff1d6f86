import { expect, it } from 'vitest'
import { compared } from './card-rules.testing.ts'
import { cardsAt, type Cards } from './cards.testing.ts'

const minuteMs = 60_000
/** A day with weather at every place, and a storm at Norman about every hour. */
const startMs = Date.UTC(2026, 10, 17, 0, 8)
const stepMs = 20 * minuteMs
const steps = 72

it('no two cards for a place contradict each other during a simulated day', async () => {
  const all: Cards[] = []
  for (let step = 0; step < steps; step++) all.push(...(await cardsAt(startMs + step * stepMs)))
  const results = compared(all)
  console.log(`cards: ${all.length} readings`)
  for (const { name, applied, broken } of results)
    console.log(`  ${name}: applied ${applied} times, broken ${broken.length}`)
  expect(results.flatMap(({ broken }) => broken)).toEqual([])
  expect(results.filter(({ applied }) => applied === 0).map(({ name }) => name)).toEqual([])
})
