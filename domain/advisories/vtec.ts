/** What a weather service message does to an event (NWS Instruction 10-1703): the event's name and the action. */
export interface Vtec {
  /** Operational, Test, Experimental, or experimental within an operational product. */
  readonly productClass: 'O' | 'T' | 'E' | 'X'
  readonly action: string
  /**
   * Office, phenomenon, significance and number. Together with the year, they identify an event in all messages about
   * it.
   */
  readonly event: string
  /** Null for an event without a known end. */
  readonly endsMs: number | null
}

const pattern =
  /^\/([OTEX])\.([A-Z]{3})\.([A-Z0-9]{4})\.([A-Z]{2})\.([A-Z])\.(\d{4})\.(\d{6}T\d{4}Z)-(\d{6}T\d{4}Z)\/$/

/** Zeros mean 'not given': the event has already begun, or lasts until further notice. */
function instantOf(text: string): number | null {
  if (text === '000000T0000Z') return null
  const [year, month, day, hour, minute] = [0, 2, 4, 7, 9].map(at => Number(text.slice(at, at + 2)))
  const timeMs = Date.UTC(2000 + (year ?? NaN), (month ?? NaN) - 1, day, hour, minute)
  return Number.isNaN(timeMs) ? null : timeMs
}

/** Null if it is not a VTEC code. */
export function vtecOf(text: string): Vtec | null {
  const [, productClass, action = '', office, phenomenon, significance, number, , ends = ''] =
    pattern.exec(text.trim()) ?? []
  if (productClass === undefined) return null
  return {
    productClass: productClass as Vtec['productClass'],
    action,
    event: `${office}.${phenomenon}.${significance}.${number}`,
    endsMs: instantOf(ends),
  }
}

/**
 * Whether this message ends the event, by canceling it or by replacing it with one of another kind. An event that is
 * left to expire (EXP) is not over yet, because the EXP message may arrive minutes before the event ends.
 */
export function endsEvent({ action }: Vtec): boolean {
  return action === 'CAN' || action === 'UPG'
}
