import type { RingState } from '#domain/lightning/ring'
import type { Policy } from './policy.ts'
import type { Step, Warning } from './warning.ts'

const minuteMs = 60_000

/**
 * Evaluates a lightning policy, which is breached while its ring is in delay. The ring alone decides: the warning opens
 * and ends with it, counts down from the last strike, and is unsure while the ring is unknown. Its value is that
 * strike's distance, `lastStrikeMiles`, which is null if no longer known, for example after a restart.
 */
export function lookAtRing(
  policy: Policy,
  warning: Warning | null,
  ring: RingState,
  nowMs: number,
  lastStrikeMiles: number | null,
): Step {
  if (ring.state === 'Delay') return inDelay(policy, warning, ring, nowMs, lastStrikeMiles)
  if (!warning)
    return { warning: null, happened: null, because: `The ring is ${ring.state}: ${ring.because}` }
  if (ring.state === 'AllClear') {
    return { warning: null, happened: 'cleared', because: 'The ring is All Clear, which is proven' }
  }
  const because = `The ring is unknown: ${ring.because}`
  if (warning.unsure === 'missing') return { warning, happened: null, because }
  return { warning: { ...warning, unsure: 'missing' }, happened: 'unsure', because }
}

function inDelay(
  policy: Policy,
  warning: Warning | null,
  ring: Extract<RingState, { state: 'Delay' }>,
  nowMs: number,
  lastStrikeMiles: number | null,
): Step {
  const because = `A strike within ${policy.threshold} miles`
  const struckAgain = !warning || ring.lastStrikeMs > (warning.leftMs ?? -Infinity)
  const due = struckAgain && nowMs >= (warning?.lastAlertMs ?? -Infinity) + policy.reAlertMinutes * minuteMs
  const next: Warning = {
    startedMs: warning?.startedMs ?? Math.min(ring.lastStrikeMs, nowMs),
    lastAlertMs: due ? nowMs : (warning?.lastAlertMs ?? nowMs),
    updatedMs: struckAgain ? nowMs : (warning?.updatedMs ?? nowMs),
    value: lastStrikeMiles ?? warning?.value ?? policy.threshold,
    threshold: policy.threshold,
    leftMs: ring.lastStrikeMs,
    unsure: ring.stale ? 'stale' : null,
    unsureMs: null,
    source: null,
  }
  if (!warning) return { warning: next, happened: 'opened', because }
  if (due) return { warning: next, happened: 'alerted again', because }
  return { warning: next, happened: struckAgain ? 'breached again' : null, because }
}
