import { expect, it } from 'vitest'
import { compared, rules } from './card-rules.testing.ts'
import { cardsAt, type Cards } from './cards.testing.ts'
import { demoPlaces } from '#server/house/demo/locations'

/** Norman, before and during a storm. `npm run soak -- cards` covers a day at every place. */
const times = [Date.UTC(2026, 10, 17, 22, 38), Date.UTC(2026, 10, 17, 23, 20)]

it('no two cards for a place contradict each other before and during a storm', async () => {
  const all: Cards[] = []
  for (const timeMs of times) all.push(...(await cardsAt(timeMs, demoPlaces.slice(0, 1))))
  const results = compared(all)
  expect(results.flatMap(({ broken }) => broken)).toEqual([])
  // Whatever the weather, most rules had something to compare.
  expect(results.filter(({ applied }) => applied > 0).length).toBeGreaterThan(rules.length / 2)

  // A wrong card is detected.
  const wrong = all.map(cards => ({
    ...cards,
    observation: {
      ...cards.observation,
      data: { ...cards.observation.data, weather_code: { value: '0019', text: 'Thunderstorm' } },
    },
    strikes: [],
    hours: cards.hours.map(hour => ({
      ...hour,
      precipitationChance: { ...hour.precipitationChance, value: 100 },
      precipitation: { ...hour.precipitation, value: 0 },
      snowAccumulation: { ...hour.snowAccumulation, value: 0 },
    })),
  }))
  const found = compared(wrong).filter(({ broken }) => broken.length > 0)
  expect(found.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'a thunderstorm in Current Conditions has lightning within earshot',
      'an hour with 100% chance of rain has an amount',
    ]),
  )
}, 180_000)
