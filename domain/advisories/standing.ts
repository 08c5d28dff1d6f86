import type { Advisory, Severity } from './advisory.ts'

/** When an alert is over: at the end of the event or, if the service gives none, when its message expires. */
export function endsAtMs({ endsMs, expiresMs }: Advisory): number {
  return endsMs ?? expiresMs
}

const urgency: Record<Severity, number> = { Extreme: 0, Severe: 1, Moderate: 2, Minor: 3, Unknown: 4 }

/** The active alerts in a list, worst first. Excludes canceled and replaced alerts, and tests. */
export function standing(advisories: readonly Advisory[], nowMs: number): Advisory[] {
  const replaced = new Set(advisories.flatMap(({ replaces }) => replaces))
  const cancelledMs = new Map<string, number>()
  for (const { messageType, continuity, sentMs } of advisories) {
    if (messageType !== 'Cancel') continue
    cancelledMs.set(continuity, Math.max(sentMs, cancelledMs.get(continuity) ?? sentMs))
  }
  return advisories
    .filter(
      advisory =>
        advisory.status !== 'Test' &&
        advisory.messageType !== 'Cancel' &&
        endsAtMs(advisory) > nowMs &&
        !replaced.has(advisory.id) &&
        advisory.sentMs > (cancelledMs.get(advisory.continuity) ?? -Infinity),
    )
    .sort((one, other) => urgency[one.severity] - urgency[other.severity] || other.sentMs - one.sentMs)
}
