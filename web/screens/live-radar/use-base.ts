import type { BaseName } from '#web/map/colours.ts'
import { useRemembered } from '#web/parts/use-remembered.ts'

export const bases: readonly (readonly [BaseName, string])[] = [
  ['dark', 'Dark'],
  ['light', 'Light'],
]

const parse = (kept: string | null): BaseName => bases.find(([base]) => base === kept)?.[0] ?? 'light'
const format = (base: BaseName) => base

/** The base map: light, until somebody has chosen another one. */
export function useBase() {
  return useRemembered('skywarden:base-map', parse, format)
}
