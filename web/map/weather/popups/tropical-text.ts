import type { StrikeFact } from './strike-text.ts'
import { cycloneKindOf } from '#domain/tropics/category'
import { compass16 } from '#domain/units/compass'
import type { ShownTropicalStorm } from '#web/data/weather/radar.ts'
import { shownInstant } from '#web/parts/time/times.ts'

/** A constant from the specification. */
const mphPerMs = 2.236936
const notKnown = 'Not known'

function mph(metresPerSecond: number | null): string {
  return metresPerSecond === null ? notKnown : `${Math.round(metresPerSecond * mphPerMs)} mph`
}

const kinds: Readonly<Record<string, string>> = { TD: 'Tropical depression', TS: 'Tropical storm' }

/**
 * Describes a storm by the hurricane wind scale or, below that, by its type at that point, because it may have weakened
 * by then.
 */
function categoryWords(category: number, windMs: number | null, type: string): string {
  if (category > 0) return `Category ${category}`
  return kinds[cycloneKindOf(windMs) ?? type] ?? kinds[type] ?? notKnown
}

/** Lists facts about a point on a storm's track, with the storm's own movement and pressure. */
export function tropicalFacts(
  storm: ShownTropicalStorm,
  issued: string,
  point: number,
  zone: string,
): StrikeFact[] {
  const { name, type, pressure, movement, points } = storm
  const at = points[point]
  const windMs = at?.wind.maxSustained.value ?? null
  const heading = movement.headingDegrees === null ? null : compass16(movement.headingDegrees)
  return [
    { label: 'Name', value: name },
    { label: 'Issue time', value: shownInstant(issued, zone) },
    ...(at ? [{ label: 'Expected', value: shownInstant(at.time, zone) }] : []),
    { label: 'Category', value: categoryWords(at?.category ?? storm.category, windMs, type) },
    { label: 'Pressure', value: pressure.value === null ? notKnown : `${pressure.value} ${pressure.units}` },
    { label: 'Wind Speed', value: mph(windMs) },
    { label: 'Gust', value: mph(at?.wind.gust.value ?? null) },
    {
      label: 'Movement',
      value: [heading, mph(movement.speed.value)].filter(word => word !== null).join(' at '),
    },
  ]
}
