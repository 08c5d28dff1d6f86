import type { Outline } from '#domain/geo/outline'

export type { Outline }

export type Severity = 'Extreme' | 'Severe' | 'Moderate' | 'Minor' | 'Unknown'

/** A weather service alert, in the terms of the Common Alerting Protocol. */
export interface Advisory {
  /** Changes with each update; `continuity` does not. */
  readonly id: string
  readonly source: string
  /** Identifies the event in all messages about it: office, phenomenon, significance, number and year. */
  readonly continuity: string
  readonly status: 'Actual' | 'Exercise' | 'Test'
  readonly messageType: 'Alert' | 'Update' | 'Cancel'
  readonly event: string
  readonly severity: Severity
  readonly urgency: 'Immediate' | 'Expected' | 'Future' | 'Past' | 'Unknown'
  readonly certainty: 'Observed' | 'Likely' | 'Possible' | 'Unlikely' | 'Unknown'
  readonly senderName: string
  readonly headline: string | null
  readonly description: string
  readonly instruction: string | null
  readonly areaDescription: string
  readonly sentMs: number
  readonly onsetMs: number
  /** When the message expires, and when the event ends if the service gives a time. */
  readonly expiresMs: number
  readonly endsMs: number | null
  /** IDs of the messages that this one replaces. */
  readonly replaces: readonly string[]
  readonly outlines: readonly Outline[]
  /** Set if the service gives each alert its own color; otherwise the event determines the color. */
  readonly color?: string
}

/** All alerts of one source that were active at one time. An alert that is not in the list has ended. */
export interface AdvisoryList {
  readonly source: string
  readonly asOfMs: number
  readonly advisories: readonly Advisory[]
}
