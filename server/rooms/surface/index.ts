import { surfaceAnalysis } from '#contract/weather/surface'
import { usualStaleAfterMs } from '#domain/feeds/stale-after'
import type { Point } from '#domain/geo/distance'
import { soundAnalysis, type SurfaceAnalysis } from '#domain/surface/analysis'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import { unavailable } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Radar } from '#server/rooms/radar/index'
import { frontLines } from './front-lines.ts'

export interface SurfaceDeps {
  readonly bus: Bus<Events>
  readonly radar: Pick<Radar, 'offer'>
}

export interface Surface {
  readonly routes: readonly Served[]
}

const knownForMs = usualStaleAfterMs['surface analysis']

const position = ({ latitude, longitude }: Point): [number, number] => [longitude, latitude]

/** Highs, lows and fronts as last analyzed. Only in memory: they are received again within minutes. */
export function createSurface({ bus, radar }: SurfaceDeps): Surface {
  let newest: SurfaceAnalysis | undefined
  bus.subscribe('surface-analysis-heard', received => {
    if (!newest || received.validMs >= newest.validMs) newest = soundAnalysis(received)
  })

  function known(nowMs: number): SurfaceAnalysis | undefined {
    return newest && nowMs - newest.validMs <= knownForMs ? newest : undefined
  }

  radar.offer('surface-analysis', nowMs => {
    const analysis = known(nowMs)
    if (!analysis) return []
    const { validMs } = analysis
    return [{ validMs, issuedMs: validMs, origin: 'observed', drawable: frontLines(analysis.fronts) }]
  })

  return {
    routes: [
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
    ],
  }
}
