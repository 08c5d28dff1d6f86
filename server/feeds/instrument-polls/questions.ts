import { startMessage } from '#domain/instruments/draft'
import type { MakeId } from '#domain/instruments/makes'
import type { InstrumentMessage } from '#domain/instruments/message'
import { distanceMiles } from '#domain/geo/distance'
import { parseAirGradient } from '#server/feeds/airgradient/parse'
import { parseCampbell } from '#server/feeds/campbell/parse'
import { InstrumentFault, type WantedInstrument } from '#server/feeds/instrument-port'
import { parsePurpleAir } from '#server/feeds/purpleair/parse'
import { parseTempest } from '#server/feeds/tempest/parse'
import { parseWeatherLink } from '#server/feeds/weatherlink/parse'
import { parseXweather } from '#server/feeds/xweather/parse'
import { minuteMs, secondMs } from '#server/platform/clock'

/** The makers' services, which have fixed addresses. */
export interface Services {
  readonly tempest: string
  readonly xweather: string
}
export const makersServices: Services = {
  tempest: 'https://swd.weatherflow.com',
  xweather: 'https://data.api.xweather.com',
}

/** How a make's instruments are polled. */
export interface PollQuestion {
  readonly everyMs: number
  /** Throws an `InstrumentFault` if the address or the key cannot be right. */
  url(instrument: WantedInstrument, services: Services): string
  /** Throws an error with a message for people if the answer is not one of this make's. */
  read(text: string, instrument: WantedInstrument, nowMs: number): InstrumentMessage
}

/** Completes an address: people type only the name, and the page on it is the same for all units of a make. */
function typedUrl({ address }: WantedInstrument, usualPath: string): string {
  const typed = address?.trim() ?? ''
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `http://${typed}`)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new InstrumentFault('The address is not valid. Enter it in the form http://192.168.1.20.')
  if (url.username + url.password !== '')
    throw new InstrumentFault('Its address must not contain a user name or a password.')
  if (url.pathname === '/' && url.search === '') url.pathname = usualPath
  url.hash = ''
  return url.href
}

function openedKey(instrument: WantedInstrument): string | null {
  try {
    return instrument.apiKey()
  } catch {
    // The key was encrypted before the operator changed the secret.
    throw new InstrumentFault('Its API key can no longer be decrypted. Please enter it again.')
  }
}

function keyOf(instrument: WantedInstrument): string {
  const key = openedKey(instrument)?.trim()
  if (!key) throw new InstrumentFault('Its API key is missing. Please enter it.')
  return key
}

const local = (
  usualPath: string,
  read: (text: string) => InstrumentMessage,
  everyMs: number,
): PollQuestion => ({
  everyMs,
  url: instrument => typedUrl(instrument, usualPath),
  read: text => read(text),
})

/** The service repeats the last observation of a station that is switched off. */
const oldestObservationMs = 20 * minuteMs

const tempestCloud: PollQuestion = {
  everyMs: minuteMs,
  url(instrument, { tempest }) {
    const station = encodeURIComponent(instrument.serial?.trim() ?? '')
    return `${tempest}/swd/rest/observations/station/${station}?token=${encodeURIComponent(keyOf(instrument))}`
  },
  read(text, _instrument, nowMs) {
    const parsed = parseTempest(text)
    if (!parsed) throw new Error('Tempest’s service has no observation from this station')
    const { sentMs } = parsed.message
    if (sentMs !== null && nowMs - sentMs > oldestObservationMs)
      throw new Error(
        `Tempest’s service has received nothing from this station since ${new Date(sentMs).toISOString().slice(0, 16)} UTC`,
      )
    return parsed.message
  },
}

const xweather: PollQuestion = {
  everyMs: minuteMs,
  url(instrument, services) {
    const [id = '', secret = '', ...more] = keyOf(instrument).split(':')
    if (id === '' || secret === '' || more.length > 0)
      throw new InstrumentFault('Its API key must be the client ID and the client secret as id:secret.')
    const query = new URLSearchParams({
      p: `${instrument.latitude.toFixed(4)},${instrument.longitude.toFixed(4)}`,
      radius: '100km',
      // The nearest come first. With all fields, the answer in a storm would be longer than the server reads.
      limit: '500',
      filter: 'all',
      fields: 'id,loc,ob.timestamp,ob.timestampMS,ob.dateTimeISO,ob.pulse',
      client_id: id,
      client_secret: secret,
    })
    return `${services.xweather}/lightning/closest?${query}`
  },
  read(text, instrument) {
    // It does not matter whether the list is complete, because these strikes only start delays.
    const { strikes } = parseXweather(text)
    const miles = (at: (typeof strikes)[number]) => distanceMiles(instrument, at) ?? Infinity
    const nearestFirst = strikes
      .map(strike => ({ strike, miles: miles(strike) }))
      .toSorted((one, other) => one.miles - other.miles)
      .map(({ strike }) => strike)
    const draft = startMessage()
    draft.understand('lightning')
    return draft.finish({ sentMs: null, lightning: { strikes: nearestFirst, count: null } })
  },
}

/** A WeatherLink Live answers at most every 10 s. */
export const questions: Partial<Record<MakeId, PollQuestion>> = {
  weatherlink: local('/v1/current_conditions', parseWeatherLink, 30 * secondMs),
  purpleair: local('/json', parsePurpleAir, minuteMs),
  airgradient: local('/measures/current', parseAirGradient, minuteMs),
  campbell: local('/', parseCampbell, minuteMs),
  'tempest-cloud': tempestCloud,
  xweather,
}
