import type { DayForecast, HourForecast, ProactiveForecast } from '#domain/forecasts/forecast'
import { weatherTexts } from '#domain/forecasts/weather-code'
import { directionText } from './advisory-texts.ts'
import { createSimulatedForecasts } from './forecasts.ts'
import { atLocalHourMs, localClockText, localDayStartMs, localDayNumber, weekdayText } from './local-time.ts'
import { simulatedSource } from '#domain/feeds/source'
import { demoPlaces, type DemoPlace, type World } from './world.ts'

type Message = ProactiveForecast['messages'][number]

/** In the place's local time. */
const morningHour = 6
const afternoonHour = 13
const areaMiles = 25
const hourMs = 3_600_000
const keptMessages = 64

function reported(value: number | null, unit: string): string {
  return value === null ? 'unknown' : `${value}${unit}`
}

function largest(hours: readonly HourForecast[], value: (hour: HourForecast) => number | null): number {
  return Math.max(0, ...hours.map(hour => value(hour) ?? 0))
}

/** Returns what people planning a day outdoors should know, beyond the numbers. */
function adviceOf(hours: readonly HourForecast[]): string[] {
  const thunder = hours.find(({ weatherCode }) => weatherCode === '0019' || weatherCode === '9200')
  const hottest = largest(hours, hour => hour.temperatureF)
  const coldest = Math.min(...hours.map(hour => hour.temperatureF ?? Infinity))
  const gusts = largest(hours, hour => hour.gustMph)
  return [
    ...(thunder ? ['Thunderstorms: plan for breaks and know your shelter.'] : []),
    ...(hottest >= 100 ? ['Heat: water, shade and rest; heavy work in the morning.'] : []),
    ...(coldest <= 20 ? ['Cold: cover skin, and warm up indoors at intervals.'] : []),
    ...(gusts >= 40 ? [`Wind: gusts to ${gusts} mph; secure loose material, watch lifts and cranes.`] : []),
    ...(hours.some(({ weatherCode }) => weatherCode === '0023')
      ? ['Smoke: limit hard work outdoors, wear masks where needed.']
      : []),
    ...(largest(hours, hour => hour.snowInches) >= 0.3 ? ['Snow: slow travel, slippery walks.'] : []),
  ]
}

function textOf(place: DemoPlace, day: DayForecast, hours: readonly HourForecast[], madeMs: number): string {
  const weather = weatherTexts.get(day.weatherCode ?? '') ?? 'Changeable'
  const from = day.windFromDegrees === null ? '' : ` from the ${directionText(day.windFromDegrees)}`
  const lines = [
    `High ${reported(day.highF, ' °F')}, low ${reported(day.lowF, ' °F')}`,
    `Wind to ${reported(day.windMph, ' mph')}${from}`,
    `Chance of precipitation ${reported(day.precipitationChancePercent, ' percent')}`,
    ...((day.snowInches ?? 0) > 0 ? [`Snow about ${reported(day.snowInches, ' inches')}`] : []),
  ]
  const advice = adviceOf(hours)
  const list = (items: readonly string[]) => `<ul>${items.map(item => `<li>${item}</li>`).join('')}</ul>`
  return (
    `<p><strong>${place.name}, ${weekdayText(place.timeZone, madeMs)}: ${weather}.</strong></p>${list(lines)}` +
    (advice.length > 0
      ? `<p><strong>Watch out for</strong></p>${list(advice)}`
      : '<p>No hazards expected.</p>') +
    `<p>Written at ${localClockText(place.timeZone, madeMs)}.</p>`
  )
}

/** Returns a message about the day for each demo place, written in the morning and revised in the afternoon. */
export function createDailyOutlooks(world: World): (timeMs: number) => ProactiveForecast[] {
  const forecasts = createSimulatedForecasts(world)
  const known = new Map<string, Message>()

  function messageOf(place: DemoPlace, day: number, id: string, madeMs: number, headline: string): Message {
    const found = known.get(id)
    if (found) return found
    if (known.size >= keptMessages) known.clear()
    const { latitude, longitude, timeZone } = place
    const forecast = forecasts.forecastAt(latitude, longitude, timeZone, madeMs)
    const [today] = forecast.days
    if (!today) throw new Error('A forecast begins with today')
    const endMs = localDayStartMs(timeZone, day + 1)
    const rest = forecast.hours.filter(({ timeMs }) => timeMs < endMs)
    const message = { id, headline, message: textOf(place, today, rest, madeMs), createdMs: madeMs }
    known.set(id, message)
    return message
  }

  return timeMs =>
    demoPlaces.flatMap((place): ProactiveForecast[] => {
      const day = localDayNumber(place.timeZone, timeMs)
      const morningMs = atLocalHourMs(place.timeZone, day, morningHour)
      const afternoonMs = atLocalHourMs(place.timeZone, day, afternoonHour)
      if (timeMs < morningMs) return []
      const id = `outlook-${place.name.toLowerCase()}-${day}`
      const weekday = weekdayText(place.timeZone, morningMs)
      return [
        {
          id,
          source: simulatedSource,
          type: { name: 'Daily Outlook', color: '#1565c0' },
          expiresMs: localDayStartMs(place.timeZone, day + 1) - 2 * hourMs,
          areas: [{ latitude: place.latitude, longitude: place.longitude, radiusMiles: areaMiles }],
          messages: [
            messageOf(place, day, `${id}-1`, morningMs, `Daily outlook for ${place.name}, ${weekday}`),
            ...(timeMs >= afternoonMs
              ? [
                  messageOf(
                    place,
                    day,
                    `${id}-2`,
                    afternoonMs,
                    `Afternoon update for ${place.name}, ${weekday}`,
                  ),
                ]
              : []),
          ],
        },
      ].filter(({ expiresMs }) => timeMs < expiresMs)
    })
}
