import type { Unprotected } from '#contract/devices/protection'
import type { Worry } from '#web/map/weather/Worries.tsx'

/**
 * Returns the unreliable sirens at the given locations, each listed once however many of the locations it serves.
 * Issues that only need maintenance are not shown on the wall.
 */
export function sirenWorries(unprotected: readonly Unprotected[], locationIds: readonly number[]): Worry[] {
  const there = unprotected.filter(each => !each.isNotice && locationIds.includes(each.locationId))
  const notified = new Map(there.map(({ sirenName, because }) => [sirenName, because]))
  return [...notified].map(([name, because]) => ({
    label: `Siren ${name}`,
    text: `${because}. Do not rely on it.`,
  }))
}
