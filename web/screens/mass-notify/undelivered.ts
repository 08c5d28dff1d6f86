import { keptInOutbox } from '#domain/notifications/reachability'

interface Unreached {
  readonly recipientName: string
  readonly because: string
}

interface SameReason {
  readonly because: string
  readonly names: readonly string[]
}

/** Groups names by their reason, in the order in which the reasons occur. */
export function byReason(people: readonly Unreached[]): SameReason[] {
  return [...Map.groupBy(people, ({ because }) => because)].map(([because, some]) => ({
    because,
    names: some.map(({ recipientName }) => recipientName),
  }))
}

/**
 * Returns the people to warn about before sending. A server that sends nothing at all is reported once instead of for
 * each person.
 */
export function unreachedByReason(people: readonly Unreached[]): SameReason[] {
  return byReason(people).filter(({ because }) => because !== keptInOutbox)
}

/** Returns people whose message stays in the outbox, and people whom it should have reached but did not. */
export function keptAndLost<Person extends Unreached>(people: readonly Person[]) {
  const isKept = ({ because }: Person) => because === keptInOutbox
  return { kept: people.filter(isKept), lost: people.filter(person => !isKept(person)) }
}
