import type { DeviceModel } from './models.ts'
import { abilitiesOf } from './models.ts'

/** What a speaker says: a recording where the server could make one, and the text for units that speak by themselves. */
export interface Speech {
  readonly text: string
  readonly recording: { readonly url: string; readonly sha256: string } | null
}

/** So many sounds of so many seconds each. */
export interface Sounding {
  readonly seconds: number
  readonly times: number
}

/** What a device is told to do. `event` names the danger: a siren sounds once for each, however often it is told. */
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
  /** The light alone, which only a test ever asks for. */
  | { readonly kind: 'light'; readonly event: string }
  /** Ends whatever is a test; what is real goes on. */
  | { readonly kind: 'stop test' }
  /** The danger is over, and there is nobody to be told by a sound: the light goes out. */
  | { readonly kind: 'rest'; readonly event: string }
  | { readonly kind: 'speak'; readonly speech: Speech; readonly times: number }
  | { readonly kind: 'switch relay'; readonly relay: string; readonly on: boolean }
export type ActKind = DeviceAction['kind']

/** A random number that a device made up for one of its states, and when the server received that state. */
export interface Session {
  readonly id: string
  readonly heardMs: number
}

/** A command as it is signed. Its counter only ever rises, for each device. */
export interface Command {
  readonly id: string
  readonly device: string
  readonly counter: number
  readonly issuedMs: number
  readonly expiresMs: number
  /** What the device measures the time from, whatever its clock says. Old devices announce none. */
  readonly session?: Session
  /** How far the clock of an old device is ahead: on its way the command bears the times of that clock. */
  readonly clockAheadMs?: number
  readonly act: DeviceAction
}

/** No command is obeyed later than this. */
export const commandLifeMs = 30_000
/** An All Clear is proven for no longer than a lease: nor may its sound begin later. */
export const allClearLifeMs = 15_000
/** What somebody waits for at a screen must not happen when they have been told that it did not. */
export const waitedForLifeMs = 5_000
/** However it was begun, a test ends by itself. */
export const longestTestMs = 5 * 60_000
/** A light that nobody has put out stays on for the rest of the day's storm, and not for ever. */
export const longestLightMs = 6 * 60 * 60_000
/** Clocks of devices may be off by so much. */
export const clockSkewMs = 5_000
/** For so long a device remembers the sessions that it announced: some states are sent every minute at the latest. */
export const sessionLifeMs = 5 * 60_000

/** Why a device does not do what it was told. */
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
export type Refusal = (typeof refusals)[number]

/** Refused because of its timing, not its content: a new command may be obeyed. */
export function isRefusedByTime(refusal: Refusal | null): boolean {
  return refusal === 'expired' || refusal === 'from the future' || refusal === 'unknown session'
}

/** Events of tests begin like this, those of real dangers never. */
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
