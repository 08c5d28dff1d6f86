import type { Location, OrganizationLocation } from '#contract/places/locations'
import type { NotifiedOrNot } from '#contract/messages/outbox'
import type { WirePolicy } from '#contract/places/policies'
import type { User } from '#contract/people/users'
import { mayManage, type Member } from '#domain/access/people'
import { effectiveRole } from '#domain/access/roles'

const stepNames = ['place', 'standard', 'people', 'test'] as const
export type StepName = (typeof stepNames)[number]

/** What an organization has set up. Every step is derived from this, so no step can claim something untrue. */
export interface OrganizationKnown {
  readonly me: Pick<User, 'id' | 'roleName' | 'customerId' | 'siteId'>
  readonly places: readonly OrganizationLocation[]
  /** The locations on the viewer's dashboard. */
  readonly own: readonly Location[]
  readonly policies: readonly WirePolicy[]
  readonly people: readonly User[]
}

export type PlaceStanding =
  | { readonly kind: 'none' }
  /** The organization has the place, but it is not on the viewer's dashboard. */
  | { readonly kind: 'elsewhere'; readonly place: OrganizationLocation }
  | { readonly kind: 'watched'; readonly place: OrganizationLocation; readonly location: Location }

export interface PeopleStanding {
  /** The number of people other than the viewer. */
  readonly others: number
  /** Everyone who receives messages about the place, including the viewer. */
  readonly told: readonly User[]
  /** People who have the place but are not reachable. */
  readonly unreached: readonly User[]
  /** People who do not have the place and whom the viewer may give it to. */
  readonly without: readonly User[]
}

export interface SetupState {
  readonly place: PlaceStanding
  /** The policies that apply to someone. */
  readonly policies: readonly WirePolicy[]
  readonly people: PeopleStanding
}

function memberOf({ roleName, customerId, siteId }: OrganizationKnown['me']): Member {
  return { role: effectiveRole(roleName), customerId, groupId: siteId }
}

/** Chooses the place to set up. Prefers one on the viewer's dashboard, because its lightning state is known. */
function placeOf({ places, own }: OrganizationKnown): PlaceStanding {
  for (const location of own) {
    const place = places.find(({ id }) => id === location.organizationLocationId)
    if (place) return { kind: 'watched', place, location }
  }
  const [place] = places
  return place ? { kind: 'elsewhere', place } : { kind: 'none' }
}

function peopleOf({ me, people }: OrganizationKnown, place: PlaceStanding): PeopleStanding {
  const active = people.filter(({ isActive }) => isActive)
  const others = active.filter(({ id }) => id !== me.id)
  if (place.kind === 'none') return { others: others.length, told: [], unreached: [], without: [] }
  const has = ({ orgLocations }: User) => orgLocations.includes(place.place.id)
  return {
    others: others.length,
    told: active.filter(person => has(person) && person.cannotBeReached === null),
    unreached: active.filter(person => has(person) && person.cannotBeReached !== null),
    without: others.filter(person => !has(person) && mayManage(memberOf(me), memberOf(person))),
  }
}

export function setupStateOf(known: OrganizationKnown): SetupState {
  const place = placeOf(known)
  return {
    place,
    policies: known.policies.filter(({ allGroups, sites }) => allGroups || sites.length > 0),
    people: peopleOf(known, place),
  }
}

/** The outcome of the last test message. */
export type TestStanding = 'none' | 'under way' | 'arrived' | 'kept' | 'failed'

export function testStandingOf(last: Pick<NotifiedOrNot, 'deliveries'> | null): TestStanding {
  if (!last) return 'none'
  const states = last.deliveries.map(({ state }) => state)
  if (states.some(state => state === 'sent' || state === 'delivered')) return 'arrived'
  if (states.includes('waiting')) return 'under way'
  return states.includes('kept') ? 'kept' : 'failed'
}

/** Someone other than the viewer must be notified, because the person who sets this up is not always there. */
function isSomebodyTold({ people }: SetupState, meId: string): boolean {
  return people.told.some(({ id }) => id !== meId)
}

/**
 * Returns the completed steps. A test message that was kept is enough, because without a mail server it cannot go
 * further.
 */
export function stepsDone(standing: SetupState, test: TestStanding, meId: string): ReadonlySet<StepName> {
  const isDone: Readonly<Record<StepName, boolean>> = {
    place: standing.place.kind === 'watched',
    standard: standing.policies.length > 0,
    people: isSomebodyTold(standing, meId),
    test: test === 'arrived' || test === 'kept',
  }
  return new Set(stepNames.filter(step => isDone[step]))
}

/** Returns the first open step, in order; null when all are done. */
export function nextSetupStep(done: ReadonlySet<StepName>): StepName | null {
  return stepNames.find(step => !done.has(step)) ?? null
}
