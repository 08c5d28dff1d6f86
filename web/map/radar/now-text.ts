import type { MapTime } from './map-time.ts'

interface OnMap {
  readonly hasLightning: boolean
  readonly hasAlerts: boolean
}

/**
 * Names the parts of the map that are current although the displayed frame is not; null if there are none. Earlier
 * strikes are known and drawn with an earlier frame. Alerts are known only for now.
 */
export function ofNowWords(time: MapTime, isOld: boolean, { hasLightning, hasAlerts }: OnMap): string | null {
  const isOfNow = time.kind === 'future' || isOld
  const named = [
    ...(hasLightning && isOfNow ? ['Lightning'] : []),
    ...(hasAlerts && (isOfNow || time.kind === 'past') ? ['alerts'] : []),
  ].join(', ')
  return named === '' ? null : `${named.charAt(0).toUpperCase()}${named.slice(1)}: now`
}
