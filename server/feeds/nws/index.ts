import type { SourceKind } from '#domain/feeds/source'
import type { FeedParts } from '#server/feeds/parts'
import type { Upstream } from '#server/platform/upstream/index'
import { startAlerts } from './alerts.ts'
import { createCounties } from './counties.ts'
import { startForecasts } from './forecasts.ts'
import { startObservations, type ObservationsOptions } from './observations.ts'
import { createPoints } from './points.ts'
import { startRoads } from './roads.ts'
import { joinedReports } from './reports.ts'
import { createZones } from './zones.ts'

export interface NwsOptions extends ObservationsOptions {
  /** Where each thing that the service tells of is reported by itself; else all of them are reported together. */
  readonly reportOf?: (kind: SourceKind) => FeedParts['report']
  /**
   * For alerts alone: errors of the grid are routine, and a service that is left alone because of them must not be left
   * alone with its alerts. The same as for all else where there is none.
   */
  readonly alertsUpstream?: Upstream
}

/** The National Weather Service: alerts, forecasts, observations and estimates of roads in the United States, from api.weather.gov. */
export function startNws(parts: FeedParts, options: NwsOptions): { stop(): Promise<void> } {
  const reportOf = options.reportOf ?? joinedReports(parts.report)
  const partsOf = (kind: SourceKind): FeedParts => ({ ...parts, report: reportOf(kind) })
  const ofAlerts = { ...partsOf('alerts'), upstream: options.alertsUpstream ?? parts.upstream }
  startAlerts({ parts: ofAlerts, zones: createZones(parts), counties: createCounties() })
  const { onPlace } = startObservations(partsOf('observations'), options)
  const { onForecast } = startRoads(partsOf('road conditions'))
  startForecasts({ parts: partsOf('forecasts'), points: createPoints(parts), onPlace, onRoads: onForecast })
  // The schedule ends its tasks, and nothing else goes on by itself.
  return { stop: async () => {} }
}
