import { call } from '#contract/call'
import { instant } from '#contract/shapes'
import * as z from 'zod/mini'

const position = z.tuple([z.number(), z.number()])

/** Fronts and pressure centers from the weather service, for the map to draw with their symbols. */
export const surfaceAnalysis = call({
  name: 'surfaceAnalysis',
  summary: 'Get the newest surface analysis: highs, lows and fronts; fails while none is available',
  method: 'GET',
  path: '/api/map/SurfaceAnalysis',
  who: 'signed-in',
  reply: z.object({
    valid: instant,
    centers: z.array(
      z.object({ kind: z.enum(['high', 'low']), coordinates: position, pressureMb: z.nullable(z.number()) }),
    ),
    fronts: z.array(
      z.object({
        kind: z.enum(['cold', 'warm', 'stationary', 'occluded', 'trough']),
        strength: z.nullable(z.enum(['weak', 'moderate', 'strong'])),
        /** Points are ordered so that the symbols go on the left side of the line. */
        line: z.array(position),
      }),
    ),
  }),
})
