import type { Reply } from '#contract/call'
import type { listReportRecipients } from '#contract/messages/reports'

export type RecipientGroup = Reply<typeof listReportRecipients>[number]

const groupValue = (siteId: number) => `site-${siteId}`

/** The requester always gets the report, so their chip cannot be removed. */
export function reportRecipientChoices(groups: readonly RecipientGroup[], requestor: string) {
  return [
    { group: 'Always included', items: [{ value: requestor, label: 'You', disabled: true }] },
    ...groups
      .filter(({ users }) => users.length > 0)
      .map(({ siteId, siteName, users }) => ({
        group: siteName,
        items: [
          ...(users.length > 1
            ? [{ value: groupValue(siteId), label: `Everyone in ${siteName} (${users.length})` }]
            : []),
          ...users.map(({ id, fullName }) => ({ value: id, label: fullName })),
        ],
      })),
  ]
}

/** Returns the chosen people apart from the requester. A whole group expands to its people. */
export function chosenPeople(
  values: readonly string[],
  groups: readonly RecipientGroup[],
  requestor: string,
): string[] {
  const members = new Map(groups.map(({ siteId, users }) => [groupValue(siteId), users.map(({ id }) => id)]))
  const people = new Set(values.flatMap(value => members.get(value) ?? [value]))
  people.delete(requestor)
  return [...people]
}

/** Returns `You`, or `You and 3 others`. */
export function recipientsInWords(others: number): string {
  if (others === 0) return 'You'
  return others === 1 ? 'You and 1 other' : `You and ${others} others`
}

export function completionMessage(others: number): string {
  const whom = others === 0 ? 'you' : `${others + 1} people`
  return `Your report is being built. We will email it to ${whom}; you can also find it under Reports.`
}
