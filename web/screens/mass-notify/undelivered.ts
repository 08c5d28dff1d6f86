import { keptInOutbox } from '#domain/notifications/reachability'

interface Unreached {
  readonly recipientName: string
  readonly because: string
}

interface SameReason {
  readonly because: string
  readonly names: readonly string[]
}

/** Names by the reason that they share, in the order in which the reasons come. */
export function byReason(people: readonly Unreached[]): SameReason[] {
  return [...Map.groupBy(people, ({ because }) => because)].map(([because, some]) => ({
    because,
    names: some.map(({ recipientName }) => recipientName),
  }))
}

/** Who is to be warned of before sending. That nothing leaves the house at all is said once, and not of each person. */
export function unreachedByReason(people: readonly Unreached[]): SameReason[] {
  return byReason(people).filter(({ because }) => because !== keptInOutbox)
}

/** Those whose message can be read in the outbox, and those whom it was meant to reach and did not. */
export function keptAndLost<Person extends Unreached>(people: readonly Person[]) {
  const isKept = ({ because }: Person) => because === keptInOutbox
  return { kept: people.filter(isKept), lost: people.filter(person => !isKept(person)) }
}
