import type { Cards } from './cards.testing.ts'
import { distanceMiles } from '#domain/geo/distance'
import { worseWeather } from '#domain/forecasts/weather-code'
import { thunderLastsMs, thunderMiles } from '#domain/lightning/thunder'
import { tabsOf } from '#web/screens/home/dashboard/warnings/tabs.ts'

const minuteMs = 60_000
/** Cards are requested one by one while strikes continue. */
const slackMs = 30_000
const slackMiles = 0.5
/** How far a direction may differ from a compass point, doubled for a storm that turns. */
const mostTurnDegrees = 45
/**
 * A forecast for the current hour may be hours old, so it can be off by this much. A larger difference suggests that
 * the forecast is for a different day.
 */
const mostApartF = 15

/** The most that sunshine adds to the WBGT: a fifth of the difference between a black globe and the air. */
const mostSunF = 6

const stormCodes = ['0019', '9200']
const compass = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest']

interface Rule {
  readonly name: string
  /** Whether the rule applies here. A rule that never applies proves nothing. */
  readonly applies: (cards: Cards) => boolean
  readonly holds: (cards: Cards) => boolean
}

const isInDelay = ({ delay }: Cards) => delay.statements.some(({ state }) => state === 'Delay')

/** Strikes detected at the place, with a tolerance for distance and age. */
function hasThunder({ strikes, place, nowMs }: Cards, extraMiles: number, extraMs: number) {
  return strikes.some(({ latitude, longitude, TimeStamp }) => {
    const miles = distanceMiles(place, { latitude, longitude })
    const ageMs = nowMs - TimeStamp * 1000
    return miles !== null && miles <= thunderMiles + extraMiles && ageMs <= thunderLastsMs + extraMs
  })
}

const codeNow = ({ observation }: Cards) => observation.data.weather_code.value
const reportsThunder = (cards: Cards) => stormCodes.includes(codeNow(cards) ?? '')

function ringArrivals({ arrival }: Cards) {
  return arrival.outlook === 'coming' || arrival.outlook === 'near' ? arrival.rings : []
}

/** Returns an arrival's rank, which is lower the sooner a storm reaches a ring. */
function soonness(ring: ReturnType<typeof ringArrivals>[number]): number {
  if (ring.arrival === 'inside') return 0
  if (ring.arrival === 'enters') return Date.parse(ring.at)
  return Number.MAX_SAFE_INTEGER
}

/** Returns the directions from which newly issued messages report a storm. */
function announced({ forecasts, nowMs }: Cards): number[] {
  return forecasts.flatMap(({ messages }) =>
    messages.flatMap(({ message, createdAt }) => {
      const from = /approaching from the (\w+)/.exec(message)?.[1] ?? ''
      const isNew = nowMs - Date.parse(createdAt) < 10 * minuteMs
      return isNew && compass.includes(from) ? [compass.indexOf(from) * 45] : []
    }),
  )
}

/** Returns the positions of approaching storms on the storm card. */
function seenComing({ arrival }: Cards): number[] {
  if (arrival.outlook !== 'coming') return []
  return arrival.storms.flatMap(({ isHeadingHere, bearingDegrees }) =>
    isHeadingHere && bearingDegrees !== null ? [bearingDegrees] : [],
  )
}

const turned = (one: number, other: number) => Math.abs(((one - other + 540) % 360) - 180)

/** The rules that the cards of one place must never break, because their contents would contradict each other. */
export const rules: readonly Rule[] = [
  {
    name: 'lightning within earshot appears as a thunderstorm in Current Conditions',
    applies: cards => hasThunder(cards, -slackMiles, -slackMs),
    holds: reportsThunder,
  },
  {
    name: 'a thunderstorm in Current Conditions has lightning within earshot',
    applies: reportsThunder,
    holds: cards => hasThunder(cards, slackMiles, slackMs),
  },
  {
    name: 'Active Warnings is not empty during a delay or a warning',
    applies: cards => isInDelay(cards) || cards.warnings.length + cards.advisories.length > 0,
    holds: cards => tabsOf(isInDelay(cards), cards.warnings, cards.advisories, []).length > 0,
  },
  {
    name: 'an hour with 100% chance of rain has an amount',
    applies: ({ hours }) => hours.some(({ precipitationChance }) => precipitationChance.value === 100),
    holds: ({ hours }) =>
      hours.every(
        ({ precipitationChance, precipitation, snowAccumulation }) =>
          precipitationChance.value !== 100 || (precipitation.value ?? 0) + (snowAccumulation.value ?? 0) > 0,
      ),
  },
  {
    name: 'the forecast for the current hour is no better than Current Conditions',
    applies: ({ hours, observation }) =>
      hours.length > 0 &&
      observation.data.weather_code.value !== null &&
      hours[0]?.weatherCode.value !== null,
    holds: cards => {
      const expected = cards.hours[0]?.weatherCode.value ?? ''
      return worseWeather(codeNow(cards) ?? '', expected) === expected || codeNow(cards) === expected
    },
  },
  {
    name: 'the forecast for the current hour has the temperature in Current Conditions',
    applies: ({ hours }) => hours.length > 0,
    holds: ({ hours, observation }) => {
      const seen = observation.data.ambientTemperature.value
      const expected = hours[0]?.ambientTemperature.value ?? null
      return seen === null || expected === null || Math.abs(seen - expected) <= mostApartF
    },
  },
  {
    name: 'a storm reaches every larger ring no later than a smaller one',
    applies: cards => ringArrivals(cards).length > 1,
    holds: cards => {
      const inOrder = ringArrivals(cards).toSorted((one, other) => other.radiusMiles - one.radiusMiles)
      return inOrder.every((ring, index) => {
        const larger = inOrder[index - 1]
        return larger === undefined || soonness(larger) <= soonness(ring)
      })
    },
  },
  {
    name: 'the storm card never rules out a storm while lightning strikes inside a ring',
    applies: ({ delay, nowMs }) =>
      delay.strikes.some(([, , timeMs]) => nowMs - timeMs < thunderLastsMs - slackMs),
    holds: ({ arrival }) => arrival.outlook !== 'none',
  },
  {
    name: 'a storm is announced from a direction in which the storm card has one',
    applies: cards => announced(cards).length > 0 && seenComing(cards).length > 0,
    holds: cards =>
      announced(cards).every(reported =>
        seenComing(cards).some(bearing => turned(reported, bearing) <= mostTurnDegrees),
      ),
  },
  {
    name: 'Feels Like is the heat index, the wind chill or the temperature',
    applies: ({ observation: { data } }) => data.feelLike.value !== null,
    holds: ({ observation: { data } }) =>
      [data.heatIndex, data.windChill, data.ambientTemperature].some(
        ({ value }) => value !== null && Math.abs(value - (data.feelLike.value ?? NaN)) <= 1,
      ),
  },
  {
    name: 'the wet bulb globe temperature in Heat Stress is consistent with the temperature in Current Conditions',
    applies: ({ observation: { data } }) =>
      data.wgbt.value !== null && data.ambientTemperature.value !== null,
    holds: ({ observation: { data } }) =>
      (data.wgbt.value ?? 0) <=
      Math.max(data.ambientTemperature.value ?? 0, data.heatIndex.value ?? 0) + mostSunF,
  },
]

/** Returns how often each rule applied, and where it was broken, in words. */
export function compared(all: readonly Cards[]) {
  return rules.map(({ name, applies, holds }) => {
    const applicable = all.filter(applies)
    return {
      name,
      applied: applicable.length,
      broken: applicable
        .filter(cards => !holds(cards))
        .map(({ place, nowMs }) => `${name}: ${place.name}, ${new Date(nowMs).toISOString()}`),
    }
  })
}
