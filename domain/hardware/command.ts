import type { DeviceModel } from './models.ts'
import { abilitiesOf } from './models.ts'

/**
 * What a speaker plays: a recording if the server could make one, and the text for units that synthesize speech
 * themselves.
 */
export interface Speech {
  readonly text: string
  readonly recording: { readonly url: string; readonly sha256: string } | null
}

/** This many blasts of this many seconds each. */
export interface Sounding {
  readonly seconds: number
  readonly times: number
}

/**
 * A command to a device. `event` names the danger, because a siren sounds once for each event, however often it is
 * commanded.
 */
export type DeviceAction =
  | {
      readonly kind: 'warn'
      readonly event: string
      readonly sounding: Sounding
      readonly speech: Speech | null
      readonly isTest: boolean
    }
  | {
      readonly kind: 'all clear'
      readonly event: string
      readonly sounding: Sounding
      readonly speech: Speech | null
      readonly isTest: boolean
    }
  /** The light alone; used only in tests. */
  | { readonly kind: 'light'; readonly event: string }
  /** Ends any test; a real alarm continues. */
  | { readonly kind: 'stop test' }
  /** Turns the light off, because the danger is over and no sound is needed. */
  | { readonly kind: 'rest'; readonly event: string }
  | { readonly kind: 'speak'; readonly speech: Speech; readonly times: number }
  | { readonly kind: 'switch relay'; readonly relay: string; readonly on: boolean }

/** A random number that a device generated for one of its states, and when the server received that state. */
export interface DeviceSession {
  readonly id: string
  readonly heardMs: number
}

/** A command as signed. Its counter increases with every command to the device. */
export interface DeviceCommand {
  readonly id: string
  readonly device: string
  readonly counter: number
  readonly issuedMs: number
  readonly expiresMs: number
  /**
   * The reference for times in the command, whatever the device's clock shows. Absent for older devices, which announce
   * no sessions.
   */
  readonly session?: DeviceSession
  /** How far an older device's clock is ahead. The command carries times on that clock. */
  readonly clockAheadMs?: number
  readonly act: DeviceAction
}

/** No command is obeyed later than this after it was issued. */
export const commandLifeMs = 30_000
/** An All Clear is proven for no longer than a lease, so its sound must not start later. */
export const allClearLifeMs = 15_000
/**
 * A command that someone is waiting for at a screen must not take effect after the screen has reported that it failed.
 */
export const waitedForLifeMs = 5_000
/** A test ends on its own after this long, however it started. */
export const longestTestMs = 5 * 60_000
/** A light that no one turns off stays on for the rest of the day's storm, but not forever. */
export const longestLightMs = 6 * 60 * 60_000
/** Tolerated error of device clocks. */
export const clockSkewMs = 5_000
/** How long a device remembers the sessions that it announced; a state is sent at least every minute. */
export const sessionLifeMs = 5 * 60_000

/** Why a device does not execute a command. */
export const refusals = [
  'bad signature',
  'wrong device',
  'expired',
  'from the future',
  'replayed',
  'unknown session',
  'retained',
  'cannot do this',
  'busy with a real warning',
  'no warning came before',
  'out of order',
] as const
export type CommandRefusal = (typeof refusals)[number]

/** Whether a command was rejected for its timing, not its content, in which case a new command may be obeyed. */
export function isRefusedByTime(refusal: CommandRefusal | null): boolean {
  return refusal === 'expired' || refusal === 'from the future' || refusal === 'unknown session'
}

/** Prefix of test events, never used for real dangers. */
const testEvent = 'test-'
export const newTestEvent = (id: string) => `${testEvent}${id}`
export const isTestEvent = (event: string | null) => event !== null && event.startsWith(testEvent)

export const phases = ['started', 'finished', 'stopped', 'refused'] as const
export type Phase = (typeof phases)[number]

export function canDo(model: DeviceModel, { kind }: DeviceAction): boolean {
  const { siren, relays, speaks } = abilitiesOf(model)
  if (kind === 'switch relay') return relays
  if (kind === 'speak') return speaks
  return siren
}

export function lifeMsOf({ kind }: DeviceAction): number {
  return kind === 'all clear' ? allClearLifeMs : commandLifeMs
}
