import type { Answer, Input } from '#contract/call'
import type { mapLightning } from '#contract/weather/map-lightning'
import { seeing } from '#domain/feeds/source'
import { normalizedLongitude, type Point } from '#domain/geo/distance'
import type { Span } from '#domain/lightning/coverage'
import { knownHalfHour, shownMs } from '#domain/lightning/half-hour'
import { provenBy, type Proven } from '#domain/lightning/proven'
import { strikeAge } from '#domain/lightning/strike'
import type { Db } from '#server/platform/store/index'
import type { Sources } from '#server/sources'
import { canarySource } from '#server/rooms/lightning/canary'
import { clusterAt, eachAlone, within, wireCluster } from './clusters.ts'
import {
  coverageSince,
  customerStrikesBetween,
  strikesBetween,
  type ReceivedStrike,
} from '#server/rooms/lightning/store/log'
import type { LightningEngine } from '#server/rooms/lightning/engine'

interface SkyDeps {
  readonly db: Db
  readonly engine: Pick<LightningEngine, 'strikesSince' | 'provenAt'>
  readonly sources: Pick<Sources, 'proving' | 'provingWhereAccepted' | 'isOn'>
}

interface Sky {
  readonly strikes: readonly ReceivedStrike[]
  readonly proven: Proven
}

type Query = Input<typeof mapLightning, 'query'>

/** The half hour before a given time, as known now, including strikes that were reported late. */
export async function lightningOnMap(
  deps: SkyDeps,
  query: Query,
  customerId: number,
  now: Date,
): Promise<Answer<typeof mapLightning>> {
  const nowMs = now.getTime()
  const atMs = query.at === undefined ? nowMs : Math.min(nowMs, Date.parse(query.at))
  const { strikes, proven } =
    query.at === undefined
      ? presentSky(deps, query, customerId, nowMs)
      : await pastSky(deps, query, customerId, atMs)
  const { throughMs, isReporting, isComplete } = knownHalfHour(proven, atMs, nowMs)
  const located = strikes.filter(({ circleMiles }) => circleMiles === undefined)
  const inside = located.filter(({ latitude, longitude }) => within(query, latitude, longitude))
  const isAlone = query.zoom >= query.nonClusterLevel
  const ageOf = ({ timeMs }: ReceivedStrike) => strikeAge((atMs - timeMs) / 1000) ?? 'old'
  const clusters = isAlone ? eachAlone(inside) : clusterAt(inside, query.zoom, ageOf)
  return {
    at: new Date(atMs).toISOString(),
    coveredThrough: throughMs === null ? null : new Date(throughMs).toISOString(),
    isReporting,
    isComplete,
    strikes: clusters.map(cluster => wireCluster(cluster, atMs)),
    circles: strikes.flatMap(strike => wireCircle(strike, atMs)),
  }
}

/** The circle of a strike whose direction is unknown. There are few: only a customer's own sensors report them. */
function wireCircle(
  { latitude, longitude, timeMs, positionErrorMiles, circleMiles }: ReceivedStrike,
  atMs: number,
) {
  if (circleMiles === undefined) return []
  return { latitude, longitude, circleMiles, errorMiles: positionErrorMiles, Age: (atMs - timeMs) / 1000 }
}

function presentSky({ engine }: SkyDeps, query: Query, customerId: number, nowMs: number): Sky {
  // A map shows what was detected; only rings state that a place is clear.
  const proven = engine.provenAt({ ...middleOf(query), countsSatellites: true })
  return { strikes: engine.strikesSince(nowMs - shownMs, customerId), proven }
}

/** The engine keeps only the strikes that rings need; older ones are in the log. */
async function pastSky(
  { db, sources }: SkyDeps,
  query: Query,
  customerId: number,
  atMs: number,
): Promise<Sky> {
  const span: Span = [atMs - shownMs, atMs]
  const strikes = [
    ...(await strikesBetween(db, span, query)),
    ...(await customerStrikesBetween(db, customerId, span)),
  ]
  const received = Map.groupBy(await coverageSince(db, new Date(atMs - shownMs)), ({ source }) => source)
  const watching = [...sources.proving('lightning'), ...sources.provingWhereAccepted('lightning')]
  const reported = seeing(watching, middleOf(query)).map(({ id, staleAfterMs }) => ({
    spans: (received.get(id) ?? []).map(({ fromMs, toMs }): Span => [fromMs, toMs]),
    staleAfterMs,
  }))
  return {
    strikes: strikes.filter(({ source }) => source !== canarySource && sources.isOn(source)),
    proven: provenBy(reported),
  }
}

function middleOf({ top, bottom, left, right }: Query): Point {
  return { latitude: (top + bottom) / 2, longitude: normalizedLongitude((left + right) / 2) }
}
