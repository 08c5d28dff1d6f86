import type { EmbedData } from '#contract/messages/widgets'
import { isValid, serverTimeMs, type Lease, type Moment } from '#domain/lightning/lease'
import { messageShown } from '#domain/widgets/widget'

const minuteMs = 60_000
/** Without a newer answer for this long, every number shows its time. */
const agesAfterMs = 5 * minuteMs
/** Without a newer answer for this long, no number or picture passes for the present. */
const endsAfterMs = 60 * minuteMs
const hourlyMs = 60 * minuteMs
const dailyMs = 24 * 60 * minuteMs

/** The server's time by the clock that is further ahead: one stops while a computer sleeps. */
export function serverNowMs(lease: Lease, now: Moment): number {
  return Math.max(serverTimeMs(lease, now), now.wallMs - lease.wallOffsetMs)
}

type Forecast = EmbedData['forecasts'][number]

function ahead(forecast: Forecast, nowMs: number): Forecast {
  const lastsMs = forecast.forecastType === 'hourly' ? hourlyMs : dailyMs
  return { ...forecast, entries: forecast.entries.filter(({ time }) => Date.parse(time) + lastsMs > nowMs) }
}

/** What a widget may show of an answer now: numbers age and disappear, and a message ends, also if no answer comes. */
export function agedData(data: EmbedData, lease: Lease | null, now: Moment): EmbedData {
  const nowMs = lease ? serverNowMs(lease, now) : now.wallMs
  const ageMs = isValid(lease, now) ? 0 : nowMs - Date.parse(data.asOf)
  const aged = (value: EmbedData['primary']): EmbedData['primary'] => ({
    ...value,
    isStale: value.isStale || ageMs > agesAfterMs,
    value: ageMs > endsAfterMs ? null : value.value,
  })
  const { headerMessage, headerMessageExpiration: expires } = data
  const isOver = ageMs > endsAfterMs
  return {
    ...data,
    headerMessage: messageShown(headerMessage, expires === null ? null : Date.parse(expires), nowMs),
    primary: aged(data.primary),
    conditions: data.conditions.map(aged),
    forecasts: data.forecasts.map(forecast =>
      isOver ? { ...forecast, entries: [] } : ahead(forecast, nowMs),
    ),
    image: isOver ? null : data.image,
    radar: isOver ? null : data.radar,
  }
}
