import type { ProactiveForecast } from '#domain/forecasts/forecast'
import { directionText } from './advisory-texts.ts'
import { createDailyOutlooks } from './daily-outlooks.ts'
import { localClockText } from './local-time.ts'
import { createStormPasses, type StormPass } from './storm-passes.ts'
import { isSevere } from './thunder.ts'
import { simulatedSource } from '#domain/feeds/source'
import { demoPlaces, type DemoPlace, type World } from './world.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const firstWordMs = 3 * hourMs
const lingersMs = 15 * minuteMs
const areaMiles = 15

type Message = ProactiveForecast['messages'][number]

/** The meteorologists' messages three hours, an hour and a half, and half an hour before a storm arrives. */
const words: readonly {
  readonly beforeMs: number
  readonly say: (pass: StormPass, place: DemoPlace) => { headline: string; message: string }
}[] = [
  {
    beforeMs: firstWordMs,
    say: (pass, place) => ({
      headline: `Thunderstorms possible near ${place.name}`,
      message:
        `<p><strong>Thunderstorms are possible around ${hourText(pass, place)}.</strong> Expected from the ` +
        `${directionText(pass.fromDegrees)}.</p>` +
        '<p>Plan for a break of outdoor work and events, and know where people would shelter.</p>',
    }),
  },
  {
    beforeMs: 90 * minuteMs,
    say: (pass, place) => ({
      headline: `${kindText(pass)} expected near ${place.name}`,
      message:
        `<p><strong>${kindText(pass)} expected within ${areaMiles} miles at about ` +
        `${localClockText(place.timeZone, pass.arrivesMs)}</strong>, from the ${directionText(pass.fromDegrees)}.</p>` +
        `<p>Main hazards:</p>${hazardsText(pass)}`,
    }),
  },
  {
    beforeMs: 30 * minuteMs,
    say: (pass, place) => ({
      headline: `${kindText(pass)} approaching ${place.name}`,
      message:
        `<p><strong>${kindText(pass)} approaching from the ${directionText(pass.fromDegrees)}.</strong><br>` +
        `Closest at about ${localClockText(place.timeZone, pass.closestMs)}, ${distanceText(pass)}.<br>` +
        `Past the area by about ${localClockText(place.timeZone, pass.leavesMs)}.</p>${hazardsText(pass)}` +
        '<p>Be ready to move people indoors. When thunder roars, go indoors.</p>',
    }),
  },
]

function kindText(pass: StormPass): string {
  return isSevere(pass.strongest) ? 'Severe thunderstorm' : 'Strong thunderstorm'
}

/** Formats an hour, because no exact minute is given three hours ahead. */
function hourText(pass: StormPass, place: DemoPlace): string {
  const hour = localClockText(place.timeZone, Math.round(pass.arrivesMs / hourMs) * hourMs)
  return hour.replace(':00', '')
}

function distanceText({ closestMiles }: StormPass): string {
  return closestMiles < 2 ? 'directly overhead' : `about ${Math.round(closestMiles)} miles away`
}

function hazardsText({ strongest }: StormPass): string {
  const hazards = [
    'frequent lightning',
    'heavy rain',
    isSevere(strongest) ? 'wind gusts to 60 mph' : 'gusty winds',
    ...(strongest.hailChancePercent >= 50 ? ['hail'] : []),
    ...(strongest.mesocyclone ? ['rotation: a brief tornado cannot be ruled out'] : []),
  ]
  return `<ul>${hazards.map(hazard => `<li>${hazard}</li>`).join('')}</ul>`
}

function stormForecast(place: DemoPlace, pass: StormPass, timeMs: number): ProactiveForecast[] {
  const id = `storm-${place.name.toLowerCase()}-${pass.cellId}`
  const messages = words.flatMap(({ beforeMs, say }, index): Message[] => {
    const createdMs = pass.arrivesMs - beforeMs
    return createdMs <= timeMs ? [{ id: `${id}-${index + 1}`, createdMs, ...say(pass, place) }] : []
  })
  const expiresMs = pass.leavesMs + lingersMs
  if (messages.length === 0 || timeMs >= expiresMs) return []
  const severe = isSevere(pass.strongest)
  return [
    {
      id,
      source: simulatedSource,
      type: severe
        ? { name: 'Severe Weather', color: '#c62828' }
        : { name: 'Thunderstorms', color: '#ef6c00' },
      expiresMs,
      areas: [{ latitude: place.latitude, longitude: place.longitude, radiusMiles: areaMiles }],
      messages,
    },
  ]
}

/** Cached for each world's meteorologists. */
const desks = new WeakMap<World, (timeMs: number) => ProactiveForecast[]>()

function deskOf(world: World): (timeMs: number) => ProactiveForecast[] {
  let desk = desks.get(world)
  if (!desk) {
    const outlooksAt = createDailyOutlooks(world)
    const watched = demoPlaces.map(place => ({ place, passes: createStormPasses(world, place) }))
    desk = timeMs => [
      ...watched.flatMap(({ place, passes }) =>
        passes(timeMs, firstWordMs).flatMap(pass => stormForecast(place, pass, timeMs)),
      ),
      ...outlooksAt(timeMs),
    ]
    desks.set(world, desk)
  }
  return desk
}

/** Returns the meteorologists' messages that have been sent by a time and are still valid then. */
export function proactiveForecastsAt(world: World, timeMs: number): ProactiveForecast[] {
  return deskOf(world)(timeMs)
}
