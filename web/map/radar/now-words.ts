import type { MapTime } from './map-time.ts'

interface OnMap {
  readonly hasLightning: boolean
  readonly hasAlerts: boolean
}

/**
 * What on the map is of now although its frame is not; null where nothing is. Earlier strikes are known, and drawn with
 * an earlier frame; alerts are known of now alone.
 */
export function ofNowWords(time: MapTime, isOld: boolean, { hasLightning, hasAlerts }: OnMap): string | null {
  const isOfNow = time.kind === 'future' || isOld
  const named = [
    ...(hasLightning && isOfNow ? ['Lightning'] : []),
    ...(hasAlerts && (isOfNow || time.kind === 'past') ? ['alerts'] : []),
  ].join(', ')
  return named === '' ? null : `${named.charAt(0).toUpperCase()}${named.slice(1)}: now`
}
