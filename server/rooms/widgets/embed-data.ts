import type { EmbedData, EmbeddedValue } from '#contract/messages/widgets'
import type { ExpectedDay, ExpectedWeather, ForeseenHour } from '#domain/forecasts/expected'
import { xMetresOf, yMetresOf } from '#domain/geo/mercator'
import type { RingState } from '#domain/lightning/ring'
import type { RingsInForce } from '#domain/lightning/ring-rules'
import { thresholdWords, type Policy } from '#domain/policies/policy'
import type { PolicyShortName } from '#domain/policies/policy-types'
import type { Measured } from '#domain/policies/warning'
import { roundedTo } from '#domain/units/rounding'
import { conditionOf, type ConditionCode } from '#domain/widgets/conditions'
import { messageShown } from '#domain/widgets/widget'
import type { MapView, Radar } from '#server/rooms/radar/index'
import type { WidgetLook } from './register.ts'
import { safeMessage } from './wire.ts'

/** All known values at a place that a widget can show. */
export type KnownValues = Readonly<Partial<Record<PolicyShortName | 'TEMP', Measured>>>

const instant = (ms: number) => new Date(ms).toISOString()

function embeddedValue(condition: ConditionCode, values: KnownValues): EmbeddedValue {
  const { watchedAs, precision } = conditionOf(condition)
  const known = values[watchedAs ?? 'TEMP']
  if (!known || known.kind === 'missing') return { condition, value: null, observedAt: null, isStale: false }
  return {
    condition,
    value: roundedTo(known.value, precision),
    observedAt: instant(known.observedMs),
    isStale: known.kind === 'stale',
  }
}

const hoursShown = 6
const daysShown = 5

const hourValues: Readonly<Partial<Record<ConditionCode, (hour: ForeseenHour) => number | null>>> = {
  0: hour => hour.temperatureF,
  1: hour => hour.wbgtF,
  2: hour => hour.windMph,
  3: hour => hour.precipitationInches,
  4: hour => hour.gustMph,
  5: hour => hour.feelsLikeF,
}
const dayValues: Readonly<Partial<Record<ConditionCode, (day: ExpectedDay) => number | null>>> = {
  0: day => day.highF,
  1: day => day.wbgtF,
  2: day => day.windMph,
  3: day => day.precipitationInches,
  5: day => day.feelsLikeF,
}

const dayMs = 86_400_000

/** No source has daily gusts: they are the strongest of the day's hours. */
function gustOfDay(day: ExpectedDay, hours: readonly ForeseenHour[]): number | null {
  const gusts = hours
    .filter(({ timeMs }) => timeMs >= day.timeMs && timeMs < day.timeMs + dayMs)
    .flatMap(({ gustMph }) => gustMph ?? [])
  return gusts.length === 0 ? null : Math.max(...gusts)
}

export function embeddedForecasts(
  look: Pick<WidgetLook, 'forecasts'>,
  outlook: ExpectedWeather | undefined,
): EmbedData['forecasts'] {
  return look.forecasts.flatMap(({ forecastType, conditionType }) => {
    if (conditionType < 0) return []
    const condition = conditionType as ConditionCode
    const shown = (value: number | null) => roundedTo(value, conditionOf(condition).precision)
    const { hours, days } = outlook ?? { hours: [], days: [] }
    const entries =
      forecastType === 'hourly'
        ? hours.slice(0, hoursShown).map(hour => ({
            time: instant(hour.timeMs),
            value: shown(hourValues[condition]?.(hour) ?? null),
          }))
        : days.slice(0, daysShown).map(day => ({
            time: instant(day.timeMs),
            value: shown(condition === 4 ? gustOfDay(day, hours) : (dayValues[condition]?.(day) ?? null)),
          }))
    return [{ forecastType, condition, entries }]
  })
}

export function embeddedRings(
  rings: RingsInForce,
  states: readonly (RingState | undefined)[],
): EmbedData['rings'] {
  return states.flatMap((state, index) => {
    const zone = (index + 1) as 1 | 2 | 3 | 4
    return state
      ? [
          {
            ring: zone,
            radiusMiles: rings.radii[index] ?? 0,
            allClearMinutes: rings.zoneMinutes[zone] ?? rings.allClearMinutes,
            state: state.state,
            endsAt: state.state === 'Delay' ? instant(state.endsMs) : null,
            stale: state.state === 'Delay' && state.stale,
            satelliteOnly: state.state === 'AllClear' && state.satelliteOnly === true,
          },
        ]
      : []
  })
}

/** '8 mi or closer' alone would mean nothing, so the name precedes it. */
const policyInWords = ({ name, type, threshold }: Policy) => `${name}: ${thresholdWords(type, threshold)}`

const pixels = 480
const leastMilesAcross = 60
const metresPerMile = 1609.344

/** The radar image of the area around a place that contains its rings. */
export function radarAround(
  look: Pick<WidgetLook, 'latitude' | 'longitude'>,
  radiiMiles: readonly number[],
  newestRadar: (view: MapView) => ReturnType<Radar['newestPicture']>,
): EmbedData['radar'] {
  const milesAcross = Math.max(leastMilesAcross, Math.max(0, ...radiiMiles) * 2.4)
  // On a Mercator map, a mile gets longer with the distance from the equator.
  const half = (milesAcross / 2) * (metresPerMile / Math.cos((look.latitude * Math.PI) / 180))
  const [x, y] = [xMetresOf(look.longitude), yMetresOf(look.latitude)]
  const bounds = {
    west: Math.round(x - half),
    south: Math.round(y - half),
    east: Math.round(x + half),
    north: Math.round(y + half),
  }
  const picture = newestRadar({ bounds, width: pixels, height: pixels })
  return picture ? { url: picture.url, validAt: instant(picture.validMs), milesAcross } : null
}

/** The part of the response that changes within minutes. */
export function embeddedWeather(
  look: WidgetLook,
  values: KnownValues,
  policies: readonly Policy[],
  nowMs: number,
): Pick<
  EmbedData,
  | 'locationName'
  | 'theme'
  | 'type'
  | 'headerMessage'
  | 'headerMessageExpiration'
  | 'primary'
  | 'primaryThreshold'
  | 'conditions'
  | 'policies'
> {
  const expires = look.header_message_expires_at
  return {
    locationName: look.location_name,
    theme: look.theme,
    type: look.type,
    headerMessage: messageShown(safeMessage(look.header_message), expires?.getTime() ?? null, nowMs),
    headerMessageExpiration: expires?.toISOString() ?? null,
    primary: embeddedValue(look.primary_condition, values),
    primaryThreshold: look.primary_threshold,
    conditions: look.conditions.map(code => embeddedValue(code, values)),
    policies: policies.map(policyInWords),
  }
}
