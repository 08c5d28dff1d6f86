import type { UnitRelay } from '#contract/devices/hardware'
import { plainReason, RequestRefused } from '#web/data/requests/failures.ts'

export function automationWords({ remoteRelayTrigger }: Pick<UnitRelay, 'remoteRelayTrigger'>): string {
  return remoteRelayTrigger ? 'Automation Active' : 'No Automation Set'
}

/** Describes a relay's state, and whether it is reliable. */
export function relayWords(relay: Pick<UnitRelay, 'isOnline' | 'toggled' | 'isOverridden'>): string {
  const { isOnline, toggled, isOverridden } = relay
  const last = toggled === null ? 'it has never reported' : `last reported ${toggled ? 'on' : 'off'}`
  if (!isOnline) return `Cannot be reached; ${last}`
  if (toggled === null) return 'Has not reported yet'
  const state = toggled ? 'On' : 'Off'
  return isOverridden ? `${state}, set by hand` : state
}

/** Explains what a manual override does, before it is confirmed. */
export function overrideWords(relay: UnitRelay, toggled: boolean): string {
  const act = `${relay.name} will be switched ${toggled ? 'on' : 'off'} by hand.`
  return relay.remoteRelayTrigger
    ? `${act} It will stay that way until its automation next changes it.`
    : `${act} It will stay that way until someone switches it again.`
}

/** Returns the specification's text for a relay that did not switch, then the reason. */
export function relayFailure(error: unknown): { readonly title: string; readonly text: string } {
  const isKnown = error instanceof RequestRefused
  return {
    title: isKnown ? 'Failed to toggle relay, please try again.' : 'An unexpected error occurred.',
    text: plainReason(error),
  }
}
