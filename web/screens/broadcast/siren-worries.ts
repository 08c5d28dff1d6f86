import type { Unprotected } from '#contract/hardware'
import type { Worry } from '#web/map/weather/Worries.tsx'

/** Sirens at some locations that nobody should rely on, each told once however many of the locations it stands at. */
export function sirenWorries(unprotected: readonly Unprotected[], locationIds: readonly number[]): Worry[] {
  const there = unprotected.filter(({ locationId }) => locationIds.includes(locationId))
  const told = new Map(there.map(({ sirenName, because }) => [sirenName, because]))
  return [...told].map(([name, because]) => ({
    label: `Siren ${name}`,
    text: `${because}. Do not rely on it.`,
  }))
}
