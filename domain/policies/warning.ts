import { isBreach, type Policy } from './policy.ts'

const minuteMs = 60_000

interface Seen {
  readonly value: number
  readonly observedMs: number
  readonly source: string
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
}

export type Happened =
  | 'opened'
  /** Still breached, and the next alert is due. */
  | 'alerted again'
  | 'counting down'
  | 'breached again'
  | 'unsure'
  | 'cleared'

export interface Step {
  readonly warning: Warning | null
  readonly happened: Happened | null
  readonly because: string
}

/** When a warning would end if the value stays as it is. */
export function clearsAtMs(policy: Pick<Policy, 'allClearMinutes'>, warning: Warning): number | null {
  return warning.leftMs === null ? null : warning.leftMs + policy.allClearMinutes * minuteMs
}

/**
 * Evaluates a policy once. A warning opens on a breach, counts down from the moment when the value is no longer in
 * breach, and ends after the whole all-clear time. An old or missing value opens nothing and ends nothing, and the
 * countdown restarts with the next fresh value.
 */
export function look(policy: Policy, warning: Warning | null, measured: Measured, nowMs: number): Step {
  if (measured.kind !== 'fresh') return unsureStep(warning, measured)
  const breached = isBreach(policy.type, policy.threshold, measured.value)
  if (!warning) return breached ? opened(policy, measured, nowMs) : quiet(policy, measured.value)
  const updated: Warning = {
    ...warning,
    value: measured.value,
    threshold: policy.threshold,
    updatedMs: Math.max(warning.updatedMs, nowMs),
    unsure: null,
  }
  return breached ? stillBreached(policy, updated, nowMs) : leaving(policy, updated, nowMs)
}

function quiet({ threshold }: Policy, value: number): Step {
  return { warning: null, happened: null, because: `${value} has not reached the threshold of ${threshold}` }
}

function opened(policy: Policy, measured: { value: number; observedMs: number }, nowMs: number): Step {
  const warning: Warning = {
    startedMs: Math.min(measured.observedMs, nowMs),
    lastAlertMs: nowMs,
    updatedMs: nowMs,
    value: measured.value,
    threshold: policy.threshold,
    leftMs: null,
    unsure: null,
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

function unsureStep(warning: Warning | null, measured: Exclude<Measured, { kind: 'fresh' }>): Step {
  const because =
    measured.kind === 'missing' ? measured.because : `The last value, ${measured.value}, is too old`
  if (!warning) return { warning: null, happened: null, because }
  const unsure = measured.kind
  if (warning.unsure === unsure) return { warning, happened: null, because }
  return {
    // A breach may occur while no data is available.
    warning: { ...warning, leftMs: null, unsure },
    happened: warning.unsure === null ? 'unsure' : null,
    because,
  }
}
