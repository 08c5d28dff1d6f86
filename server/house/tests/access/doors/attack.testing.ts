import type { TestHouse } from '#server/house/testing'
import type { ShiftedClock } from '#server/platform/clock.testing'
import type { Random } from './random.testing.ts'
import type { Victims } from './victims.testing.ts'

/** The outcome of one attempt. */
export interface Outcome {
  readonly what: string
  readonly status: number
  readonly text: string
  /** Whether the attempt opened something it must not open. */
  readonly isGranted: boolean
}

export interface AttackWorld extends Victims {
  readonly house: TestHouse
  readonly random: Random
  /** Resets failures: guessing is delayed by minutes, but the attacker is patient. */
  forgetFailures(): Promise<void>
  readonly clock: ShiftedClock
}

/** One kind of attack, with values that differ each time. */
export type Attack = (world: AttackWorld) => Promise<readonly Outcome[]>

/** Sends a request over HTTP, as an attacker's program would. */
export async function knock(
  { house }: Pick<AttackWorld, 'house'>,
  what: string,
  path: string,
  {
    isGranted = status => status < 300,
    ...init
  }: RequestInit & {
    readonly isGranted?: (status: number, text: string) => boolean
  } = {},
): Promise<Outcome> {
  const reply = await fetch(house.baseUrl + path, { redirect: 'manual', ...init })
  const text = await reply.text()
  return { what, status: reply.status, text, isGranted: isGranted(reply.status, text) }
}

const longestHeader = 6000

/** Returns a header with a token, limited to the characters that a header can carry. */
export const bearing = (token: string) => ({
  authorization: `Bearer ${token.replaceAll(/[^\x21-\x7e]/g, '%').slice(0, longestHeader)}`,
})
