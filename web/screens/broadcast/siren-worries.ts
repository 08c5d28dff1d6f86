import type { Unprotected } from '#contract/protection'
import type { Worry } from '#web/map/weather/Worries.tsx'

/**
 * Sirens at some locations that nobody should rely on, each told once however many of the
 * locations it stands at. What is only to be mended is not for the wall.
 */
export function sirenWorries(unprotected: readonly Unprotected[], locationIds: readonly number[]): Worry[] {
  const there = unprotected.filter(each => !each.isNotice && locationIds.includes(each.locationId))
  const told = new Map(there.map(({ sirenName, because }) => [sirenName, because]))
  return [...told].map(([name, because]) => ({
    label: `Siren ${name}`,
    text: `${because}. Do not rely on it.`,
  }))
}
