import type { Reply } from '#contract/call'
import type { tropicalForecasts } from '#contract/weather/tropics'
import { categoryOf, cycloneKindOf } from '#domain/tropics/category'
import { coneOf } from '#domain/tropics/cone'
import type { TropicalStorm } from '#domain/tropics/storm'
import { roundedTo } from '#domain/units/rounding'
import { hourMs } from '#server/platform/clock'

type WireIssue = Reply<typeof tropicalForecasts>[number]
type WireStorm = WireIssue['data'][number]

/** A hundredth of a degree is half a mile: no cone is more precise. */
const coordinate = (value: number) => roundedTo(value, 2) ?? value
const speed = (metresPerSecond: number | null) => ({ value: roundedTo(metresPerSecond, 1), units: 'm/s' })

/** Grouped by issue time, newest first. */
export function wireForecasts(storms: readonly TropicalStorm[]): WireIssue[] {
  const issues = Map.groupBy(storms, ({ issuedMs }) => issuedMs)
  return [...issues]
    .toSorted(([one], [other]) => other - one)
    .map(([issuedMs, issued]) => ({
      issued: new Date(issuedMs).toISOString(),
      data: issued.map(wireStorm),
    }))
}

/** The forecast center's own cone, or one computed from its typical errors. */
function wireCone({ cone, points, issuedMs }: TropicalStorm): WireStorm['conePolygon'] {
  const leads = points.map(point => ({ ...point, leadHours: (point.timeMs - issuedMs) / hourMs }))
  return (cone ?? coneOf(leads))
    .map(([longitude, latitude]): [number, number] => [coordinate(longitude), coordinate(latitude)])
    .filter(([x, y], index, all) => index === 0 || x !== all[index - 1]?.[0] || y !== all[index - 1]?.[1])
}

function wireStorm(storm: TropicalStorm): WireStorm {
  const { id, name, pressureMb, movement, points } = storm
  const windMs = points[0]?.windMs ?? null
  return {
    id,
    name,
    type: cycloneKindOf(windMs) ?? '',
    category: categoryOf(windMs),
    pressure: { value: pressureMb, units: 'mb' },
    movement: {
      speed: speed(movement?.speedMs ?? null),
      headingDegrees: movement?.headingToDegrees ?? null,
    },
    conePolygon: wireCone(storm),
    points: points.map(point => ({
      coordinates: [point.longitude, point.latitude],
      time: new Date(point.timeMs).toISOString(),
      category: categoryOf(point.windMs),
      wind: { maxSustained: speed(point.windMs), gust: speed(point.gustMs) },
    })),
  }
}
