import { usualStaleAfterMs } from '#domain/feeds/stale-after'
import { soundAnalysis, type SurfaceAnalysis } from '#domain/surface/analysis'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import type { Radar } from '#server/rooms/radar/index'
import { frontLines } from './front-lines.ts'

export interface SurfaceEngineDeps {
  readonly bus: Bus<Events>
  readonly radar: Pick<Radar, 'offer'>
}

/** Returns the analysis that applies at a given time; undefined if none is available. */
export type KnownAnalysis = (nowMs: number) => SurfaceAnalysis | undefined

const knownForMs = usualStaleAfterMs['surface analysis']

/** Stores the newest analysis, only in memory, because it is received again within minutes. */
export function startSurfaceEngine({ bus, radar }: SurfaceEngineDeps): KnownAnalysis {
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
  return known
}
