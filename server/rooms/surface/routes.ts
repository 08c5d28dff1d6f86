import { surfaceAnalysis } from '#contract/weather/surface'
import type { Point } from '#domain/geo/distance'
import { unavailable } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { KnownAnalysis } from './engine.ts'

const position = ({ latitude, longitude }: Point): [number, number] => [longitude, latitude]

export function surfaceRoutes(known: KnownAnalysis): Served[] {
  return [
    serve(surfaceAnalysis, async ({ now }) => {
      const analysis = known(now.getTime())
      if (!analysis) throw unavailable('No surface analysis is currently available.')
      return {
        valid: new Date(analysis.validMs).toISOString(),
        centers: analysis.centers.map(center => ({
          kind: center.kind,
          coordinates: position(center),
          pressureMb: center.pressureMb,
        })),
        fronts: analysis.fronts.map(({ kind, strength, line }) => ({
          kind,
          strength,
          line: line.map(position),
        })),
      }
    }),
  ]
}
