import { mapStyles, type MapStyle } from '#web/map/colours.ts'
import { useRemembered } from '#web/parts/use-remembered.ts'

const parse = (kept: string | null): MapStyle => mapStyles.find(([style]) => style === kept)?.[0] ?? 'light'
const format = (style: MapStyle) => style

/** The base map: light, until somebody has chosen another one. */
export function useBase() {
  return useRemembered('skywarden:base-map', parse, format)
}
