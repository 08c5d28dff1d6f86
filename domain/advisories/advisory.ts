import type { Outline } from '#domain/geo/outline'

export type { Outline }

export type Severity = 'Extreme' | 'Severe' | 'Moderate' | 'Minor' | 'Unknown'

/** An alert of the weather service, in the words of the Common Alerting Protocol. */
export interface Advisory {
  /** Changes with each update; `continuity` does not. */
  readonly id: string
  readonly source: string
  /** The same for all messages about one event: office, phenomenon, significance, number and year. */
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
  /** When the message stops counting, and when the event is over, where the service says so. */
  readonly expiresMs: number
  readonly endsMs: number | null
  /** Ids of the messages that this one takes the place of. */
  readonly replaces: readonly string[]
  readonly outlines: readonly Outline[]
  /** Where the service gives each alert a color of its own; otherwise its event has one. */
  readonly color?: string
}

/** All alerts of one source that stood at an instant: one that is missing here has ended. */
export interface AdvisoryList {
  readonly source: string
  readonly asOfMs: number
  readonly advisories: readonly Advisory[]
}
