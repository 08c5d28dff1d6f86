import { mapStyles, type MapStyle } from '#web/map/colours.ts'
import { useRemembered } from '#web/parts/browser/use-remembered.ts'
import { useComputedColorScheme } from '@mantine/core'

const parse = (kept: string | null): MapStyle | null =>
  mapStyles.find(([style]) => style === kept)?.[0] ?? null
const format = (style: MapStyle | null) => style ?? ''

/** The base map: light or dark like the page, until one is chosen. */
export function useBase(): readonly [MapStyle, (style: MapStyle) => void] {
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const [chosen, choose] = useRemembered('skywarden:base-map', parse, format)
  return [chosen ?? theme, choose]
}
