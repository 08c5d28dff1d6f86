import type { GivenLocation, NewLocation } from '#contract/places/locations'
import { ringFaults, type RingSet, type RingTerms } from '#domain/lightning/ring-rules'
import { fieldKey } from '#server/platform/http/input'
import type { FieldErrors } from '#server/platform/http/problems'
import type { LocationRow } from './store/locations.ts'

/** The radius to use: if omitted, the current one does not change, and null means off. */
function asked(given: number | null | undefined, otherwise: number): number {
  return given === undefined ? otherwise : (given ?? 0)
}

type AskedRings = Pick<
  NewLocation | GivenLocation,
  'radius1' | 'radius2' | 'radius3' | 'radius4' | 'allClearMinutes'
>

export function askedRings(body: AskedRings, otherwise: RingSet): RingSet {
  const [radius1, radius2, radius3, radius4] = otherwise.radii
  return {
    radii: [
      asked(body.radius1, radius1),
      asked(body.radius2, radius2),
      asked(body.radius3, radius3),
      asked(body.radius4, radius4),
    ],
    allClearMinutes: body.allClearMinutes ?? otherwise.allClearMinutes,
  }
}

/** Violations of the ring rules, keyed by the field names of the specification. */
export function ringErrors(rings: RingSet, terms: RingTerms, path: readonly number[] = []): FieldErrors {
  const faults = ringFaults(rings, terms)
  return Object.fromEntries(faults.map(({ field, because }) => [fieldKey([...path, field]), [because]]))
}

export function ringsOf(row: LocationRow): RingSet {
  return {
    radii: [row.radius1, row.radius2, row.radius3, row.radius4],
    allClearMinutes: row.all_clear_minutes,
  }
}

export function ringColumns({ radii, allClearMinutes }: RingSet) {
  const [radius1, radius2, radius3, radius4] = radii
  return { radius1, radius2, radius3, radius4, all_clear_minutes: allClearMinutes }
}
