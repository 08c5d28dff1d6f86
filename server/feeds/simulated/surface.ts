import { simulatedSources } from '#domain/feeds/simulated-sources'
import type { SurfaceAnalysis } from '#domain/surface/analysis'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import { minuteMs, type Clock } from '#server/platform/clock'
import type { Schedule } from '#server/platform/schedule'
import { createPlug } from './plug.ts'

const simulatedSurface = simulatedSources['surface analysis'].name

/** The source of simulated analyses: the simulated world. */
export interface SurfaceSource {
  surfaceAnalysisAt(timeMs: number): SurfaceAnalysis
}

export interface SimulatedSurfaceDeps {
  readonly source: SurfaceSource
  readonly clock: Clock
  readonly bus: Bus<Events>
  readonly schedule: Schedule
}

/** Publishes the newest analysis that has been drawn, every minute. */
export function startSimulatedSurface({ source, clock, bus, schedule }: SimulatedSurfaceDeps) {
  const plug = createPlug(bus, simulatedSurface)
  schedule.every('simulated surface analysis', minuteMs, async () => {
    const nowMs = clock.now().getTime()
    if (plug.isIn()) {
      bus.publish('surface-analysis-heard', source.surfaceAnalysisAt(nowMs))
      plug.delivered(nowMs)
    }
    plug.send('Reports the newest analysis, every 3 hours')
  })
}
