import type { Config } from '#server/config'
import type { Facts } from '#server/facts'
import { rememberFact, tracedKinds } from '#server/fact-traces'
import { factOf, factsWith, type Changes, type Fact } from '#server/platform/changes/index'
import { later, minuteMs, type Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import { houseIdOf, type Rehearsal } from '#server/platform/rehearsal/index'
import type { Db } from '#server/platform/store/index'
import type { Traces } from '#server/platform/traces/index'
import { version } from '#server/platform/version'

export interface OpenTracesDeps {
  readonly config: Pick<Config, 'traces'>
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly changes: Pick<Changes<Facts>, 'subscribe'>
  /** Whether this is a rehearsal: a copy must not send under the ids of the real server. */
  readonly rehearsal: Pick<Rehearsal, 'state'>
}

/** Longer than the server keeps trying to send a message about danger. */
const rememberedMs = 15 * minuteMs
const mostRemembered = 5000

/** Traces, if the operator has named a collector. If not, their code is not even loaded. */
export async function openTraces({
  config,
  db,
  clock,
  log,
  changes,
  rehearsal,
}: OpenTracesDeps): Promise<Traces | undefined> {
  if (!config.traces) return undefined
  const { createTraces } = await import('#server/platform/traces/index')
  const house = await houseIdOf(db)
  const traces = createTraces({
    config: config.traces,
    house,
    version,
    log,
    isHeld: () => rehearsal.state() !== null,
  })
  // If remembering a fact fails, it must not be retried, because no other fact would be read in the meantime.
  const { remember } = traces.guard({ remember: (fact: Fact<Facts>) => rememberFact(traces, fact) })
  for (const kind of tracedKinds) changes.subscribe(kind, (_, fact) => remember(fact))
  // Remembers what was already in progress when this process started.
  const recent = await factsWith(db, 'trace', later(clock.now(), -rememberedMs), mostRemembered)
  for (const row of recent) remember(factOf<Facts>(row))
  return traces
}
