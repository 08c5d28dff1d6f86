import { believableUntilMs, isOver, withoutNews, type EventType } from './place-event.ts'

/** One report about a place, with what the Common Alerting Protocol needs. */
export interface CapEvent {
  readonly id: number
  readonly topic: string
  readonly sequence: number
  readonly type: EventType
  readonly atMs: number
  readonly holdsUntilMs: number | null
  readonly because: string
  readonly simulated: boolean
  readonly details: Readonly<Record<string, unknown>>
}

export interface CapMessage {
  readonly event: CapEvent
  readonly msgType: 'Alert' | 'Update' | 'Cancel'
  /** The earlier reports of the same episode. */
  readonly references: readonly CapEvent[]
}

export interface CapInfo {
  readonly event: string
  readonly responseType: 'Shelter' | 'Monitor' | 'Prepare' | 'AllClear'
  readonly urgency: string
  readonly severity: string
  readonly certainty: string
  readonly headline: string
  readonly instruction: string | null
  readonly expiresMs: number
}

/**
 * Turns reports about places into messages that refer to each other: the first of an episode alerts, the next ones
 * update it, and the one that ends it cancels all of them. An all clear without an earlier alert is not a message.
 */
export function capMessages(events: readonly CapEvent[]): CapMessage[] {
  const messages: CapMessage[] = []
  for (const own of Map.groupBy(events, ({ topic }) => topic).values()) {
    let episode: CapEvent[] = []
    for (const event of own.toSorted((one, other) => one.sequence - other.sequence)) {
      if (isOver(event.type)) {
        if (episode.length > 0) messages.push({ event, msgType: 'Cancel', references: episode })
        episode = []
        continue
      }
      messages.push({ event, msgType: episode.length === 0 ? 'Alert' : 'Update', references: episode })
      episode = [...episode, event]
    }
  }
  return messages.toSorted((one, other) => other.event.id - one.event.id)
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

function nameOf({ topic, details }: CapEvent): string {
  if (topic === 'lightning') return 'Lightning'
  return text(details['policyName']) ?? text(details['event']) ?? 'Weather'
}

/** The content of a message. */
export function capInfo(event: CapEvent, place: string): CapInfo {
  const name = nameOf(event)
  const { type, atMs, holdsUntilMs } = event
  const observed = { urgency: 'Immediate', certainty: 'Observed' }
  const stands = { expiresMs: believableUntilMs(type, atMs, holdsUntilMs) }
  switch (type) {
    case 'DELAY':
      return {
        ...observed,
        ...stands,
        event: 'Lightning delay',
        responseType: 'Shelter',
        severity: 'Severe',
        headline: `Lightning near ${place}: delay`,
        instruction: `Go indoors or into a closed vehicle until All Clear is given. ${withoutNews}`,
      }
    case 'WARNING':
      return {
        ...observed,
        ...stands,
        event: `${name} warning`,
        responseType: 'Prepare',
        severity: 'Moderate',
        headline: `${name} warning at ${place}`,
        instruction: 'This warning holds until its end is announced, also if no news arrives.',
      }
    case 'ADVISORY':
      return {
        ...stands,
        event: name,
        responseType: 'Monitor',
        urgency: text(event.details['urgency']) ?? 'Unknown',
        severity: text(event.details['severity']) ?? 'Unknown',
        certainty: text(event.details['certainty']) ?? 'Unknown',
        headline: text(event.details['headline']) ?? `${name} at ${place}`,
        instruction: text(event.details['instruction']),
      }
    case 'UNKNOWN':
      return {
        ...stands,
        event: `${name} status unknown`,
        responseType: 'Monitor',
        urgency: 'Unknown',
        severity: 'Unknown',
        certainty: 'Unknown',
        headline: `${name} at ${place}: currently unknown`,
        instruction: `Do not treat this as All Clear. ${withoutNews}`,
      }
    case 'ALL_CLEAR':
    case 'CLEAR':
      return {
        ...stands,
        event: type === 'ALL_CLEAR' ? 'Lightning all clear' : `${name} over`,
        responseType: 'AllClear',
        urgency: 'Past',
        severity: 'Minor',
        certainty: 'Observed',
        headline: type === 'ALL_CLEAR' ? `All Clear at ${place}` : `${name} at ${place} is over`,
        instruction: null,
      }
  }
}
