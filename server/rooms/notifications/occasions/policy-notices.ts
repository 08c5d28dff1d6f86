import type { PolicyRow } from '#server/rooms/policies/index'

/** Any of these in a location's flags silences it. */
const silencedFlags = 2 | 4 | 8 | 16

export const isSilenced = (location: { readonly flags: number } | undefined): boolean =>
  ((location?.flags ?? 0) & silencedFlags) !== 0

/** The text that the organization adds to a message. */
export const additionOf = (policy: PolicyRow | undefined, allClear: boolean): string =>
  policy?.notification_actions.find(action => action.allClear === allClear)?.message ?? ''

export const notifies = (policy: PolicyRow): boolean =>
  policy.notification_actions.some(action => !action.allClear)
