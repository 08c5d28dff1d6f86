import type { Point } from '#domain/geo/distance'
import { isBreach, type Policy } from './policy.ts'
import { mayEnd, type Accepts, type Source } from './source.ts'

const minuteMs = 60_000
/** A warning that nothing nearby can end for this long ends without an all clear. */
const mostUnsureMs = 120 * minuteMs

interface Seen {
  readonly value: number
  readonly observedMs: number
  readonly source: Source
}

/** What is known about the quantity that a policy evaluates. Only a fresh value decides anything. */
export type Measured =
  | (Seen & { readonly kind: 'fresh' })
  | (Seen & { readonly kind: 'stale' })
  | { readonly kind: 'missing'; readonly because: string }

/** A policy breach at a location, from its opening to its end. */
export interface Warning {
  readonly startedMs: number
  /** When people were last due to be notified. */
  readonly lastAlertMs: number
  /** When a fresh value was last evaluated, and the value. */
  readonly updatedMs: number
  readonly value: number
  readonly threshold: number
  /** When the value stopped breaching the policy; null while no countdown is running. */
  readonly leftMs: number | null
  /** Why the state is currently unknown. While it is, the warning stays active regardless of the last value. */
  readonly unsure: 'stale' | 'missing' | null
  /** Since when it is unknown; null for lightning, whose ring decides. */
  readonly unsureMs: number | null
  /** The nearest and most direct source that reported the breach; null for lightning, and if an older version knew it. */
  readonly source: Source | null
}

export type Happened =
  | 'opened'
  /** Still breached, and the next alert is due. */
  | 'alerted again'
  | 'counting down'
  | 'breached again'
  | 'unsure'
  | 'cleared'
  /** Ended without an all clear: whatever reports next decides anew. */
  | 'given up'

export interface Step {
  readonly warning: Warning | null
  readonly happened: Happened | null
  readonly because: string
}

/** When a warning would end if the value stays as it is. */
export function clearsAtMs(policy: Pick<Policy, 'allClearMinutes'>, warning: Warning): number | null {
  return warning.leftMs === null ? null : warning.leftMs + policy.allClearMinutes * minuteMs
}

/** The value at a place: from whichever source comes first, or from the first of those that are accepted. */
export interface MeasuredAt {
  readonly place: Point
  readonly by: (accepts: Accepts) => Measured
}

/**
 * Evaluates a policy once. A warning opens on a breach that any source reports, counts down from the moment when the
 * value of a source that may end it is no longer in breach, and ends after the whole all-clear time. An old or missing
 * value opens nothing and ends nothing, and the countdown restarts with the next fresh value.
 */
export function look(
  policy: Policy,
  warning: Warning | null,
  measured: Measured,
  nowMs: number,
  at: MeasuredAt,
): Step {
  const isBreached = (seen: Measured) =>
    seen.kind === 'fresh' && isBreach(policy.type, policy.threshold, seen.value)
  if (!warning) {
    if (measured.kind !== 'fresh') return { warning, happened: null, because: unknownBecause(measured) }
    return isBreached(measured) ? opened(policy, measured, nowMs) : quiet(policy, measured.value)
  }
  const ends = mayEnd(warning.source, at.place)
  const deciding = measured.kind !== 'fresh' || isBreached(measured) ? measured : at.by(ends)
  if (deciding.kind !== 'fresh') return unsureStep(warning, deciding, measured, nowMs)
  const updated: Warning = {
    ...warning,
    value: deciding.value,
    threshold: policy.threshold,
    updatedMs: Math.max(warning.updatedMs, nowMs),
    unsure: null,
    unsureMs: null,
    source: warning.source && !ends(deciding.source) ? warning.source : deciding.source,
  }
  return isBreached(deciding) ? stillBreached(policy, updated, nowMs) : leaving(policy, updated, nowMs)
}

function quiet({ threshold }: Policy, value: number): Step {
  return { warning: null, happened: null, because: `${value} has not reached the threshold of ${threshold}` }
}

function opened(policy: Policy, measured: Seen, nowMs: number): Step {
  const warning: Warning = {
    startedMs: Math.min(measured.observedMs, nowMs),
    lastAlertMs: nowMs,
    updatedMs: nowMs,
    value: measured.value,
    threshold: policy.threshold,
    leftMs: null,
    unsure: null,
    unsureMs: null,
    source: measured.source,
  }
  return { warning, happened: 'opened', because: reached(policy, measured.value) }
}

const reached = (policy: Policy, value: number) => `${value} has reached the threshold of ${policy.threshold}`

function stillBreached(policy: Policy, warning: Warning, nowMs: number): Step {
  const because = reached(policy, warning.value)
  const due = nowMs >= warning.lastAlertMs + policy.reAlertMinutes * minuteMs
  const next: Warning = { ...warning, leftMs: null, lastAlertMs: due ? nowMs : warning.lastAlertMs }
  if (due) return { warning: next, happened: 'alerted again', because }
  return { warning: next, happened: warning.leftMs === null ? null : 'breached again', because }
}

function leaving(policy: Policy, warning: Warning, nowMs: number): Step {
  if (warning.leftMs === null) {
    const because = `${warning.value} has left the breach of ${policy.threshold}; ${policy.allClearMinutes} minutes to go`
    return { warning: { ...warning, leftMs: nowMs }, happened: 'counting down', because }
  }
  if (nowMs >= warning.leftMs + policy.allClearMinutes * minuteMs) {
    const because = `No breach of ${policy.threshold} for ${policy.allClearMinutes} minutes`
    return { warning: null, happened: 'cleared', because }
  }
  return { warning, happened: null, because: `Counting down since the value left the breach` }
}

type Unknown = Exclude<Measured, { kind: 'fresh' }>

const unknownBecause = (measured: Unknown) =>
  measured.kind === 'missing' ? measured.because : `The last value, ${measured.value}, is too old`

function unsureStep(warning: Warning, deciding: Unknown, measured: Measured, nowMs: number): Step {
  const unsureMs = Math.max(warning.unsureMs ?? -Infinity, warning.unsure ? warning.updatedMs : nowMs)
  if (nowMs - unsureMs >= mostUnsureMs) {
    const because =
      'It is no longer measured there, because no source that could end the warning has reported for 2 hours'
    return { warning: null, happened: 'given up', because }
  }
  // A breach may occur while no data is available.
  const next: Warning = { ...warning, leftMs: null, unsure: deciding.kind, unsureMs }
  return {
    warning: warning.unsure === next.unsure ? warning : next,
    happened: warning.unsure === null ? 'unsure' : null,
    because: measured.kind === 'fresh' ? tooFar(measured, warning.source) : unknownBecause(deciding),
  }
}

const tooFar = ({ value, source }: Seen, reporter: Source | null) =>
  `${source.name} reports ${value}, but only ${reporter?.name ?? 'a station'} or a source as near and as direct can end this warning`
