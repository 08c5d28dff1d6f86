import { peopleCount } from '#web/screens/welcome/people/notified-text.ts'
import type { WirePolicy } from '#contract/places/policies'
import type { RoleName } from '#domain/access/roles'
import { noConnection } from '#domain/lightning/shown'
import { lightningZoneOf } from '#domain/policies/policy-types'
import type { SetupState, TestStanding } from '#web/data/people/getting-started-steps.ts'

export interface Situation {
  readonly standing: SetupState
  readonly test: TestStanding
  readonly meId: string
  readonly role: RoleName
  /** Explains why the place's lightning state is unknown; null if it is known. */
  readonly unknownBecause: string | null
  readonly isSimulated: boolean
}

/** Something that keeps people from being protected, and where to fix it. */
export interface Missing {
  readonly text: string
  readonly link?: { readonly to: string; readonly label: string }
}

const askTheOperator = 'Ask your Skywarden operator.'

function missingLightning({ unknownBecause, role }: Situation): Missing[] {
  if (unknownBecause === null) return []
  const text = `Lightning is unknown here: ${unknownBecause}.`
  // A connection that recovers automatically does not require action.
  if (unknownBecause === noConnection) return [{ text }]
  return role === 'SuperAdmin'
    ? [{ text, link: { to: '/Status', label: 'See Status' } }]
    : [{ text: `${text} Without a lightning source, no one is warned. ${askTheOperator}` }]
}

const notifies = ({ notificationActions }: WirePolicy) =>
  notificationActions.some(({ allClear }) => !allClear)

function missingPolicies({ standing: { policies } }: Situation): Missing[] {
  if (policies.length === 0)
    return [{ text: 'No standard is followed yet: people are notified of lightning only.' }]
  const lightning = policies.filter(policy => lightningZoneOf[policy.policyTypeShortName] !== undefined)
  if (lightning.length === 0 || lightning.some(notifies)) return []
  return [
    {
      text: 'Your lightning policy does not notify users.',
      link: { to: '/Policies', label: 'See Policies' },
    },
  ]
}

function missingPeople({ standing: { people }, meId }: Situation): Missing[] {
  if (people.told.length === 0) return [{ text: 'No one is notified.' }]
  return people.told.every(({ id }) => id === meId) ? [{ text: 'Only you are notified.' }] : []
}

function missingMessages({ test, role }: Situation): Missing[] {
  switch (test) {
    case 'arrived':
      return []
    case 'none':
      return [{ text: 'No test message has been sent yet.' }]
    case 'under way':
      return [{ text: 'The test message is still on its way.' }]
    case 'failed':
      return [{ text: 'The last test message did not arrive.' }]
    case 'kept':
      return role === 'SuperAdmin'
        ? [{ text: 'Messages are kept in the outbox.', link: { to: '/Outbox', label: 'See Outbox' } }]
        : [{ text: `Messages are not sent yet. ${askTheOperator}` }]
  }
}

/** Lists what is still missing, in plain words and in the order of the steps. */
export function missingOf(situation: Situation): Missing[] {
  const simulated = situation.isSimulated
    ? [{ text: 'The weather here is simulated and protects no one.' }]
    : []
  return [
    ...simulated,
    ...missingLightning(situation),
    ...missingPolicies(situation),
    ...missingPeople(situation),
    ...missingMessages(situation),
  ]
}

/** Describes who is notified of lightning, and from what distance. Says 'protected' only if nothing is missing. */
export function summaryWords(
  place: string,
  radiusMiles: number | null,
  notified: number,
  isWhole: boolean,
): { readonly title: string; readonly text: string } {
  const within = radiusMiles === null ? 'Lightning nearby' : `Lightning within ${radiusMiles} miles`
  return isWhole
    ? { title: `${place} is protected`, text: `${within} notifies ${peopleCount(notified)}.` }
    : {
        title: `${place} is not protected yet`,
        text: `${within} would notify ${peopleCount(notified)}. Still missing:`,
      }
}
