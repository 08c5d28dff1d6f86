import type { Advisory, Severity } from '#domain/advisories/advisory'
import { windChillF } from '#domain/conditions/formulas/wind-chill'
import { headlineText, paragraphs, whenText } from './advisory-texts.ts'
import { localDayStartMs, localDayNumber } from './local-time.ts'
import { officeAt } from './offices.ts'
import { areaOutline } from './outlines.ts'
import { largestOf, meanOf, smallestOf } from './stations/station-samples.ts'
import { simulatedSource } from '#domain/feeds/source'
import { demoPlaces, type DemoPlace, type Fields, type Hazard, type World } from './world.ts'

const hourMs = 3_600_000
/** How long in advance the service announces a product, but not before the day has started. */
const noticeMs = 6 * hourMs
const updateMs = 6 * hourMs
const areaMiles = 27
const keptDays = 64
/** Milder than the service's own criterion for Buffalo, -15, which the simulated cold never reaches. */
const mildestChillF = -3

/** One hour of a place's day, as it will actually be: the simulated forecasters are never wrong about today. */
interface Hour {
  readonly startMs: number
  readonly fields: Fields
}

type Day = readonly Hour[]

/** The message about a day, if it qualifies, and the hours for which it is valid. */
interface Product {
  readonly code: string
  readonly event: string
  readonly severity: Severity
  readonly hours: Day
  readonly what: string
  readonly impacts: string
  readonly instruction: string
}

function whole(value: number): number {
  return Math.round(value)
}

function fiveUp(value: number): number {
  return Math.ceil(value / 5) * 5
}

function chillOf({ temperatureF, windMph }: Fields): number {
  return windChillF(temperatureF, windMph) ?? temperatureF
}

function heat(day: Day): Product[] {
  const highF = largestOf(day, ({ fields }) => fields.temperatureF)
  if (highF < 104) return []
  const warns = highF >= 108
  return [
    {
      code: warns ? 'XH.W' : 'HT.Y',
      event: warns ? 'Extreme Heat Warning' : 'Heat Advisory',
      severity: warns ? 'Severe' : 'Moderate',
      hours: day.filter(({ fields }) => fields.temperatureF >= 100),
      what: `Dangerously hot conditions. Afternoon temperatures up to ${whole(highF)} degrees.`,
      impacts:
        'Heat related illnesses increase significantly during extreme heat. Heat cramps and heat exhaustion may ' +
        'develop and, without intervention, can lead to heat stroke.',
      instruction:
        'Drink plenty of fluids, stay in an air-conditioned room, stay out of the sun, and check up on relatives ' +
        'and neighbors. When possible, reschedule strenuous activities to early morning or evening. Heat stroke ' +
        'is an emergency! Call 9 1 1.',
    },
  ]
}

function wind(day: Day): Product[] {
  const hours = day.filter(({ fields }) => fields.gustMph >= 46 || fields.windMph >= 31)
  if (hours.length < 2) return []
  const gustMph = largestOf(hours, ({ fields }) => fields.gustMph)
  const windMph = largestOf(hours, ({ fields }) => fields.windMph)
  const warns = gustMph >= 58 || windMph >= 40
  return [
    {
      code: warns ? 'HW.W' : 'WI.Y',
      event: warns ? 'High Wind Warning' : 'Wind Advisory',
      severity: warns ? 'Severe' : 'Moderate',
      hours,
      what: `Winds up to ${fiveUp(windMph)} mph with gusts up to ${fiveUp(gustMph)} mph.`,
      impacts: warns
        ? 'Damaging winds will blow down trees and power lines. Power outages are expected. Travel will be ' +
          'difficult, especially for high profile vehicles.'
        : 'Gusty winds will blow around unsecured objects. Tree limbs could be blown down and a few power outages ' +
          'may result.',
      instruction: warns
        ? 'Stay away from trees, scaffolding and cranes. Remain in the lower levels of your home during the ' +
          'windstorm, and avoid windows. Use caution if you must drive.'
        : 'Winds this strong can make driving difficult, especially for high profile vehicles. Use extra caution ' +
          'and secure outdoor objects.',
    },
  ]
}

function snow(day: Day): Product[] {
  const inches = day.reduce((sum, { fields }) => sum + fields.snowInchesPerHour, 0)
  if (inches < 3) return []
  const warns = inches >= 7
  return [
    {
      code: warns ? 'LE.W' : 'WW.Y',
      event: warns ? 'Lake Effect Snow Warning' : 'Winter Weather Advisory',
      severity: warns ? 'Severe' : 'Moderate',
      hours: day.filter(({ fields }) => fields.snowInchesPerHour >= 0.05),
      what: `${warns ? 'Heavy lake effect snow' : 'Lake effect snow'}. Total accumulations of about ${whole(inches)} inches.`,
      impacts:
        'Travel could be very difficult. Snow bands bring quick changes of visibility and road conditions within ' +
        'a short distance.',
      instruction:
        'If you must travel, keep an extra flashlight, food, and water in your vehicle in case of an emergency. ' +
        'Slow down and use caution while traveling.',
    },
  ]
}

function chill(day: Day): Product[] {
  const hours = day.filter(({ fields }) => chillOf(fields) <= mildestChillF)
  if (hours.length < 2) return []
  const lowest = whole(-smallestOf(hours, ({ fields }) => chillOf(fields)))
  return [
    {
      code: 'CW.Y',
      event: 'Cold Weather Advisory',
      severity: 'Moderate',
      hours,
      what: `Very cold wind chills as low as ${lowest} below expected.`,
      impacts: 'The cold wind chills could cause frostbite on exposed skin in as little as 30 minutes.',
      instruction: 'Use caution while traveling outside. Wear appropriate clothing, a hat, and gloves.',
    },
  ]
}

function smoke(day: Day): Product[] {
  const micrograms = meanOf(day, ({ fields }) => fields.pm25MicrogramsPerM3)
  if (micrograms <= 55.4) return []
  return [
    {
      code: 'AQ.Y',
      event: 'Air Quality Alert',
      severity: 'Unknown',
      hours: day,
      what:
        'Wildfire smoke. Fine particles (PM2.5) are expected to reach unhealthy levels, about ' +
        `${whole(micrograms)} micrograms per cubic meter over the day.`,
      impacts:
        'Everyone may begin to experience health effects. People with heart or lung disease, older adults, and ' +
        'children are at greater risk.',
      instruction:
        'Stay indoors with windows closed as much as possible. Reduce or stop strenuous outdoor activity. Set air ' +
        'conditioners to recirculate.',
    },
  ]
}

function floodWatch(day: Day): Product[] {
  const inches = day.reduce((sum, { fields }) => sum + fields.rainInchesPerHour, 0)
  const hours = day.filter(({ fields }) => fields.rainInchesPerHour >= 0.02)
  if (inches < 1 || hours.length === 0) return []
  return [
    {
      code: 'FA.A',
      event: 'Flood Watch',
      severity: 'Severe',
      hours,
      what: `Flooding caused by excessive rainfall is possible. About ${inches.toFixed(1)} inches of rain may fall.`,
      impacts:
        'Excessive runoff may result in flooding of creeks, streams, and other low-lying and flood-prone ' +
        'locations. Flooding may occur in poor drainage and urban areas.',
      instruction:
        'You should monitor later forecasts and be alert for possible Flood Warnings. Those living in areas prone ' +
        'to flooding should be prepared to take action should flooding develop.',
    },
  ]
}

function ripCurrents(day: Day): Product[] {
  // The Gulf is to the west, so only a west wind drives water onto the beaches.
  const hours = day.filter(
    ({ fields }) => fields.windMph >= 8 && fields.windFromDegrees >= 210 && fields.windFromDegrees <= 330,
  )
  if (hours.length < 3) return []
  return [
    {
      code: 'RP.S',
      event: 'Rip Current Statement',
      severity: 'Moderate',
      hours,
      what: 'Dangerous rip currents expected.',
      impacts: 'Rip currents can sweep even the best swimmers away from shore into deeper water.',
      instruction:
        'Swim near a lifeguard. If caught in a rip current, relax and float. Do not swim against the current. If ' +
        'able, swim in a direction following the shoreline. If unable to escape, face the shore and call or wave ' +
        'for help.',
    },
  ]
}

const products: Readonly<Record<Hazard, readonly ((day: Day) => Product[])[]>> = {
  storms: [],
  heat: [heat],
  tropics: [floodWatch, ripCurrents],
  smoke: [smoke],
  cold: [snow, chill],
  wind: [wind],
}

const areas: Readonly<Record<Hazard, string>> = {
  storms: 'Cleveland',
  heat: 'Central Phoenix; North Phoenix/Glendale; East Valley',
  tropics: 'Coastal Hillsborough; Pinellas; Inland Hillsborough',
  smoke: 'Fresno-Clovis',
  cold: 'Northern Erie; Niagara',
  wind: 'Potter; Randall',
}

function certaintyOf(product: Product): Pick<Advisory, 'urgency' | 'certainty'> {
  // Air quality alerts are issued for other agencies, which do not state certainty; a watch is about what may happen.
  if (product.code === 'AQ.Y') return { urgency: 'Unknown', certainty: 'Unknown' }
  if (product.code.endsWith('.A')) return { urgency: 'Future', certainty: 'Possible' }
  return { urgency: 'Expected', certainty: 'Likely' }
}

/** Returns the active message for a product at a time; none before it is first sent and after it has ended. */
function messageAt(place: DemoPlace, day: number, product: Product, timeMs: number): Advisory[] {
  const { timeZone } = place
  const office = officeAt(place)
  const [first, last] = [product.hours.at(0), product.hours.at(-1)]
  if (!office || !first || !last) return []
  const onsetMs = first.startMs
  const endsMs = last.startMs + hourMs
  const firstSentMs = Math.max(localDayStartMs(timeZone, day), onsetMs - noticeMs)
  if (timeMs < firstSentMs || timeMs >= endsMs) return []
  const number = Math.floor((timeMs - firstSentMs) / updateMs)
  const sentMs = firstSentMs + number * updateMs
  const year = new Date(onsetMs).getUTCFullYear()
  const continuity = `${office.id}.${product.code}.${day}.${year}`
  const senderName = `NWS ${office.city}`
  // An Air Quality Alert states when its message expires, not when the air will improve.
  const toldEndMs = product.code === 'AQ.Y' ? null : endsMs
  return [
    {
      id: `${continuity}.${number}`,
      source: simulatedSource,
      continuity,
      status: 'Actual',
      messageType: number === 0 ? 'Alert' : 'Update',
      event: product.event,
      severity: product.severity,
      ...certaintyOf(product),
      senderName,
      headline: headlineText(product.event, senderName, timeZone, { sentMs, endsMs: toldEndMs }),
      description: paragraphs({
        what: product.what,
        where: `${areas[place.hazard].replaceAll(';', ',')}, ${place.state}.`,
        when: whenText(timeZone, sentMs, onsetMs, endsMs),
        impacts: product.impacts,
      }),
      instruction: product.instruction,
      areaDescription: areas[place.hazard],
      sentMs,
      onsetMs,
      expiresMs: endsMs,
      endsMs: toldEndMs,
      replaces: number === 0 ? [] : [`${continuity}.${number - 1}`],
      outlines: [areaOutline(place, areaMiles)],
    },
  ]
}

/** Returns the long messages about the demo places, day by day, if the day's weather supports them. */
export function createPlaceProducts(world: World): (timeMs: number) => Advisory[] {
  const days = new Map<string, readonly Product[]>()

  function productsOf(place: DemoPlace, day: number): readonly Product[] {
    const key = `${place.name}/${day}`
    const known = days.get(key)
    if (known) return known
    if (days.size >= keptDays) days.clear()
    const startMs = localDayStartMs(place.timeZone, day)
    const count = (localDayStartMs(place.timeZone, day + 1) - startMs) / hourMs
    const hours = Array.from({ length: count }, (_, hour) => ({
      startMs: startMs + hour * hourMs,
      fields: world.at(place.latitude, place.longitude, startMs + (hour + 0.5) * hourMs),
    }))
    const found = products[place.hazard].flatMap(product => product(hours))
    days.set(key, found)
    return found
  }

  return timeMs =>
    demoPlaces.flatMap(place => {
      const day = localDayNumber(place.timeZone, timeMs)
      return productsOf(place, day).flatMap(product => messageAt(place, day, product, timeMs))
    })
}
