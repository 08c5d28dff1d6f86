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
  /** Set if the health of each part of the service is reported separately; otherwise it is reported together. */
  readonly reportOf?: (kind: SourceKind) => FeedParts['report']
  /**
   * The client for alerts alone: errors of the grid are routine, and the pauses that they cause must not pause alerts.
   * If not given, alerts use the same client as everything else.
   */
  readonly alertsUpstream?: Upstream
}

/**
 * Starts the National Weather Service: alerts, forecasts, observations and road estimates in the United States, from
 * api.weather.gov.
 */
export function startNws(parts: FeedParts, options: NwsOptions): { stop(): Promise<void> } {
  const reportOf = options.reportOf ?? joinedReports(parts.report)
  const partsOf = (kind: SourceKind): FeedParts => ({ ...parts, report: reportOf(kind) })
  const ofAlerts = { ...partsOf('alerts'), upstream: options.alertsUpstream ?? parts.upstream }
  startAlerts({ parts: ofAlerts, zones: createZones(parts), counties: createCounties() })
  const { onPlace } = startObservations(partsOf('observations'), options)
  const { onForecast } = startRoads(partsOf('road conditions'))
  startForecasts({ parts: partsOf('forecasts'), points: createPoints(parts), onPlace, onRoads: onForecast })
  // There is nothing to stop: the schedule stops its own tasks, and nothing else runs.
  return { stop: async () => {} }
}
