import type { Facts, StrikeTrace } from '#server/facts'
import type { Fact } from '#server/platform/changes/index'
import type { TraceContext, Traces } from '#server/platform/traces/index'

/** The kinds of facts that a strike can lead to. */
export const tracedKinds = ['delay opened', 'delay extended', 'siren alarm opened'] as const
export type TracedKind = (typeof tracedKinds)[number]
type TracedFact = Extract<Fact<Facts>, { kind: TracedKind }>

/** Returns the trace of a strike; its first span has the same key. */
export const traceOfStrike = (position: number) => `strike ${position}`

/** Returns the span key for the decision that a strike began or extended a delay. */
export function keyOfDelay(
  kind: 'delay opened' | 'delay extended',
  delayId: number,
  { strike }: StrikeTrace,
) {
  return `${kind} ${delayId} ${strike}`
}
export const keyOfAlarm = (alarmId: number) => `alarm ${alarmId}`

const isTracedKind = (kind: string): kind is TracedKind => tracedKinds.some(each => each === kind)

/** Remembers the trace that the consequences of a fact belong to, if it is traced. */
export function rememberFact(traces: Pick<Traces, 'remember'>, fact: Fact<Facts>): void {
  if (!isTracedKind(fact.kind)) return
  const { kind, body, number } = fact as TracedFact
  const { trace } = body
  if (!trace) return
  const own = (parent: string): TraceContext => ({ trace: traceOfStrike(trace.strike), parent })
  if (kind === 'siren alarm opened') {
    traces.remember(`alarm ${body.alarmId}`, own(keyOfAlarm(body.alarmId)))
    return
  }
  const context = own(keyOfDelay(kind, body.delayId, trace))
  traces.remember(`fact ${number}`, context)
  // The notification that a delay began does not have the fact's number.
  if (kind === 'delay opened') traces.remember(`delay ${body.delayId}`, context)
}
