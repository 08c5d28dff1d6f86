import type { Point } from '#domain/geo/distance'

/** What a click on the map refers to. */
export type MapTool = 'measure' | 'observation'

/** What was clicked, with what its popup needs. */
export type Picked =
  | { readonly kind: 'observation' | 'alerts'; readonly at: Point }
  | { readonly kind: 'station'; readonly at: Point; readonly name: string; readonly isAirport: boolean }
  | { readonly kind: 'storm'; readonly id: string }
  | { readonly kind: 'strike'; readonly at: Point; readonly timeMs: number }
  | { readonly kind: 'tropical'; readonly storm: string; readonly point: number }
