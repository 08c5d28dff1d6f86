import { demoStations } from '#simulator/stations/stations'
import type { Station } from '#domain/conditions/reading'
import { permissions, type Permission } from '#domain/access/permissions'
import { demoGroups, otherGroups, supportGroups, type DemoGroup } from './groups.ts'
import { demoPlaces, otherPlaces, type DemoPlace } from './locations.ts'
import {
  demoAccounts,
  demoRecipients,
  otherAccounts,
  otherRecipients,
  supportAccounts,
  type DemoAccount,
  type DemoRecipient,
} from './people.ts'
import { demoPolicies, otherPolicies, type DemoPolicy } from './policies.ts'

export interface DemoCustomer {
  readonly name: string
  readonly companyType: string
  readonly permissions: readonly Permission[]
  readonly groups: readonly DemoGroup[]
  readonly accounts: readonly DemoAccount[]
  readonly recipients: readonly DemoRecipient[]
  readonly places: readonly DemoPlace[]
  readonly policies: readonly DemoPolicy[]
  readonly stations: readonly Station[]
}

/** Every permission except one that restricts instead of granting. */
const everything = permissions.filter(permission => permission !== 'location_cards.own_only.access')

/** Two customers and the provider itself, to show that no customer sees another's data. */
export const demoCustomers: readonly DemoCustomer[] = [
  {
    name: 'Skywarden Support',
    companyType: 'Internal',
    permissions: everything,
    groups: supportGroups,
    accounts: supportAccounts,
    recipients: [],
    places: [],
    policies: [],
    stations: [],
  },
  {
    name: 'Demo Parks and Schools',
    companyType: 'Education',
    permissions: everything,
    groups: demoGroups,
    accounts: demoAccounts,
    recipients: demoRecipients,
    places: demoPlaces,
    policies: demoPolicies,
    stations: demoStations(),
  },
  {
    name: 'Other Venues',
    companyType: 'Venue',
    permissions: ['met.support', 'widget.access'],
    groups: otherGroups,
    accounts: otherAccounts,
    recipients: otherRecipients,
    places: otherPlaces,
    policies: otherPolicies,
    stations: [],
  },
]
