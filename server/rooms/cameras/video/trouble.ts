import { NotOutside } from '#server/platform/outside/index'

/** Why a camera shows nothing, as text for the viewer. */
export class CameraTrouble extends Error {}

export const notAnswering = 'The camera does not respond.'
export const wrongPassword = 'The camera refused the user name or the password.'
export const sentElsewhere = 'The camera redirects to another address. Enter that address instead.'
const notReachable = 'The address leads to a network that this server may not connect to.'

/** Describes any camera error without revealing the network behind it. */
export function troubleOf(error: unknown): string {
  if (error instanceof CameraTrouble) return error.message
  return error instanceof NotOutside ? notReachable : notAnswering
}
