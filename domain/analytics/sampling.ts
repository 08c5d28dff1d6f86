/** The share of sessions that are recorded, for customers other than the provider itself. */
const recordedShare = 0.01

/** Everything that must be known about a session before anything is counted. */
export interface CountedSession {
  readonly customerStatus: string
  readonly isInternal: boolean
  readonly sessionId: string
}

export interface Counting {
  readonly isCounted: boolean
  readonly isRecorded: boolean
  readonly because: string
}

const active = 'ACTIVE'

export function isActiveCustomer(status: string): boolean {
  return status === active
}

/** Whether a session is counted, and whether it is among the few that are recorded. */
export function countingOf({ customerStatus, isInternal, sessionId }: CountedSession): Counting {
  if (!isActiveCustomer(customerStatus))
    return { isCounted: false, isRecorded: false, because: 'the customer is not active' }
  if (isInternal) return { isCounted: true, isRecorded: false, because: 'the customer is internal' }
  const isRecorded = placeOf(sessionId) < recordedShare
  const because = isRecorded ? 'the session is in the sample' : 'the session is not in the sample'
  return { isCounted: true, isRecorded, because }
}

/** Maps a session to a stable, evenly distributed number from 0 to 1: FNV-1a with Murmur3's finalizer. */
function placeOf(sessionId: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < sessionId.length; at++) hash = Math.imul(hash ^ sessionId.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
