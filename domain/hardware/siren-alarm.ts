import type { RingState } from '#domain/lightning/ring'
import type { Phase, CommandRefusal } from './command.ts'

/** The status of a command: none was sent, one is pending, the device answered, or it did not. */
export type Confirmation = 'none' | 'under way' | 'confirmed' | 'unconfirmed'

/** A danger that a siren must signal, as recorded. */
export interface Alarm {
  readonly event: string
  readonly endsMs: number
  /** Null while the alarm is active. */
  readonly ended: { readonly atMs: number; readonly isAllClear: boolean } | null
  readonly warned: Confirmation
  /** The status of the command that closes the alarm by sounding the all clear or turning off the light. */
  readonly closed: Confirmation
  /** The device has no record of a warning, or cannot sound, so sending the command again would change nothing. */
  readonly isAllClearRefused: boolean
}

/** Everything that determines what a siren should be doing now. */
export interface SirenSituation {
  readonly ring: RingState | undefined
  /** Whether both the unit and its siren are enabled. */
  readonly isOn: boolean
  readonly isAlertTime: boolean
  readonly isOnline: boolean
  /** The event for which the device reports its light on. */
  readonly litFor: string | null
  /** The newest alarm. */
  readonly alarm: Alarm | null
}

export type SirenStep =
  | { readonly do: 'open'; readonly endsMs: number }
  | { readonly do: 'extend'; readonly endsMs: number }
  | { readonly do: 'end'; readonly isAllClear: boolean; readonly because: string }
  | { readonly do: 'warn' }
  | { readonly do: 'sound all clear' }
  | { readonly do: 'rest' }

/** After this long, no one in a shelter is still waiting for the sound, and it would only confuse people. */
export const allClearUsefulMs = 10 * 60_000

/**
 * The next step from the current to the desired state, or null if they match. Based on the records and the device's
 * report, not on the latest event, so a siren that reconnects gets the current state.
 */
export function nextStep(situation: SirenSituation, nowMs: number): SirenStep | null {
  const { ring, isOn, alarm } = situation
  if (alarm && alarm.ended === null) return standingStep(situation, alarm)
  if (isOn && ring?.state === 'Delay') return { do: 'open', endsMs: ring.endsMs }
  return alarm && closingStep(situation, alarm, nowMs)
}

function standingStep({ ring, isOn, isAlertTime, isOnline }: SirenSituation, alarm: Alarm): SirenStep | null {
  if (!isOn) return { do: 'end', isAllClear: false, because: 'The siren was disabled' }
  if (!ring) return { do: 'end', isAllClear: false, because: 'The siren is no longer monitored' }
  if (ring.state === 'AllClear') return { do: 'end', isAllClear: true, because: 'All Clear is proven' }
  if (ring.state !== 'Delay') return null
  if (ring.endsMs > alarm.endsMs) return { do: 'extend', endsMs: ring.endsMs }
  const isUntold = alarm.warned === 'none' || alarm.warned === 'unconfirmed'
  return isUntold && isAlertTime && isOnline ? { do: 'warn' } : null
}

/** The step after the alarm is over: sounds the all clear if the warning sounded, and turns the light off. */
function closingStep(situation: SirenSituation, alarm: Alarm, nowMs: number): SirenStep | null {
  const { isOnline, litFor, ring, isOn, isAlertTime } = situation
  const isToldOf = alarm.warned !== 'none'
  const isClosing = alarm.closed === 'under way' || alarm.closed === 'confirmed'
  if (!isToldOf || isClosing || !isOnline) return null
  const isProven = alarm.ended?.isAllClear === true && ring?.state === 'AllClear'
  const isInTime = alarm.ended !== null && nowMs - alarm.ended.atMs < allClearUsefulMs
  const isUseful = isInTime && !alarm.isAllClearRefused
  if (isProven && isUseful && isOn && isAlertTime) {
    if (alarm.warned === 'confirmed') return { do: 'sound all clear' }
    // The warning may be sounding. If it were stopped now, the siren would never sound the all clear for those who
    // heard it.
    if (alarm.warned === 'under way') return null
  }
  return alarm.closed === 'none' || litFor === alarm.event ? { do: 'rest' } : null
}

/** A warning that stays unconfirmed for this long is treated as not delivered. */
export const unconfirmedAfterMs = 10_000
/** A device reports its state every minute. After several missed reports its state is unknown. */
const unheardAfterMs = 3 * 60_000

export interface SirenProtection {
  readonly isEnabled: boolean
  readonly isSirenEnabled: boolean
  readonly isOnline: boolean
  readonly lastHeardMs: number | null
  /** When the siren was first commanded to signal a danger that it has not confirmed. */
  readonly unconfirmedSinceMs: number | null
  /** Why the siren did not sound at its last warning, if it has not sounded since. */
  readonly failedWarning: string | null
  /** Whether there is a delay now and the siren's hours prevent it from sounding. */
  readonly isSilentInDelay: boolean
  /** Whether the siren's hours prevent it from sounding on every day of the week. */
  readonly isSilentAllWeek: boolean
}

/** Why a siren cannot be relied on now; null if it can. */
export function notProtectedBecause(siren: SirenProtection, nowMs: number): string | null {
  if (!siren.isEnabled) return 'This unit is disabled'
  if (!siren.isSirenEnabled) return 'The siren is disabled'
  if (siren.lastHeardMs === null) return 'The siren has never connected'
  if (!siren.isOnline || nowMs - siren.lastHeardMs >= unheardAfterMs) return 'The siren cannot be reached'
  if (siren.isSilentAllWeek) return 'The siren’s alert times are off every day'
  if (siren.isSilentInDelay) return 'The siren does not sound at this hour'
  const { unconfirmedSinceMs } = siren
  if (unconfirmedSinceMs !== null && nowMs - unconfirmedSinceMs >= unconfirmedAfterMs)
    return 'The siren has not confirmed the warning'
  // The siren reports no fault now, but its last warning may still have failed.
  return siren.failedWarning === null ? null : `Failed its last warning: ${siren.failedWarning}`
}

const refusalReasons: Readonly<Record<CommandRefusal, string>> = {
  'bad signature': 'it does not know our key',
  'wrong device': 'it mistook the command for another unit’s',
  expired: 'the command reached it too late',
  'from the future': 'its clock had jumped',
  replayed: 'it had already received the command',
  'unknown session': 'it had just restarted',
  retained: 'the broker had retained the command',
  'cannot do this': 'it cannot sound',
  'busy with a real warning': 'it was busy with another warning',
  'no warning came before': 'it knew of no earlier warning',
  'out of order': 'it is out of order',
}

/** The result of one command to sound a warning. */
export interface ReportedWarning {
  readonly state: 'waiting' | Phase | 'unconfirmed'
  readonly refusal: CommandRefusal | null
}

/** A siren's result for a danger that is over: it sounded, it failed and why, or it was not supposed to sound. */
export function warningOutcome(
  reported: readonly ReportedWarning[],
  { isOn, isAlertTime, isOnline }: Pick<SirenSituation, 'isOn' | 'isAlertTime' | 'isOnline'>,
): { readonly failed: string | null } | null {
  const newest = reported.at(-1)
  if (!newest) return isOn && isAlertTime && !isOnline ? { failed: 'it could not be reached' } : null
  // Until the danger ends, only a power loss stops a warning.
  if (reported.some(({ state }) => state === 'stopped')) return { failed: 'it was cut short' }
  if (reported.some(({ state }) => state === 'started' || state === 'finished')) return { failed: null }
  if (newest.state === 'refused')
    return { failed: newest.refusal ? refusalReasons[newest.refusal] : 'it refused' }
  return { failed: 'it did not respond' }
}
