import type { RoleName } from '#domain/access/roles'

/** Someone who signs in with the demo's password, and has all of the customer's places. */
export interface DemoAccount {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: RoleName
  readonly group: string
}

/** Someone who only receives notifications. They are named for their job, and have no password. */
export interface DemoRecipient extends Omit<DemoAccount, 'email'> {
  readonly email: string | null
  /** Numbers from 555-0100 to 555-0199 are reserved for fiction. */
  readonly phone?: string
  /** Notified by text message at this number; by email if not set. */
  readonly tellBy?: 'text' | 'both'
  readonly isInvited?: true
  readonly isUnsubscribed?: true
  readonly timeZone?: 'EST' | 'MST' | 'PST'
  /** Names of the places assigned to them. */
  readonly places: readonly string[]
}

export const supportAccounts: readonly DemoAccount[] = [
  {
    email: 'super@skywarden.test',
    firstName: 'Super',
    lastName: 'Admin',
    role: 'SuperAdmin',
    group: 'Support',
  },
]

export const demoAccounts: readonly DemoAccount[] = [
  { email: 'admin@demo.test', firstName: 'Demo', lastName: 'Admin', role: 'Admin', group: 'Grounds' },
  {
    email: 'assistant@demo.test',
    firstName: 'Demo',
    lastName: 'Assistant',
    role: 'AssistantAdmin',
    group: 'Athletics',
  },
  {
    email: 'customer@demo.test',
    firstName: 'Demo',
    lastName: 'Customer',
    role: 'Customer',
    group: 'Athletics',
  },
]

export const otherAccounts: readonly DemoAccount[] = [
  { email: 'admin@other.test', firstName: 'Other', lastName: 'Admin', role: 'Admin', group: 'Staff' },
]

export const demoRecipients: readonly DemoRecipient[] = [
  {
    firstName: 'Head',
    lastName: 'Coach',
    role: 'AssistantAdmin',
    group: 'Athletics',
    email: 'head.coach@demo.test',
    phone: '405 555 0111',
    tellBy: 'both',
    places: ['Norman Stadium'],
  },
  {
    firstName: 'Assistant',
    lastName: 'Coach',
    role: 'Customer',
    group: 'Athletics',
    email: 'assistant.coach@demo.test',
    isInvited: true,
    places: ['Norman Stadium'],
  },
  {
    firstName: 'Athletic',
    lastName: 'Trainer',
    role: 'Customer',
    group: 'Athletics',
    email: 'trainer@demo.test',
    phone: '405 555 0112',
    tellBy: 'text',
    places: ['Norman Stadium'],
  },
  {
    firstName: 'Team',
    lastName: 'Bus',
    role: 'NotificationOnly',
    group: 'Athletics',
    email: null,
    phone: '405 555 0113',
    tellBy: 'text',
    places: ['Norman Stadium'],
  },
  {
    firstName: 'Field Crew',
    lastName: 'One',
    role: 'NotificationOnly',
    group: 'Grounds',
    email: null,
    phone: '405 555 0121',
    tellBy: 'text',
    places: ['Norman Stadium', 'Amarillo Crane'],
  },
  {
    firstName: 'Field Crew',
    lastName: 'Two',
    role: 'NotificationOnly',
    group: 'Grounds',
    email: 'field.crew.two@demo.test',
    phone: '559 555 0122',
    tellBy: 'both',
    timeZone: 'PST',
    places: ['Fresno Fields'],
  },
  {
    firstName: 'Pool',
    lastName: 'Office',
    role: 'Customer',
    group: 'Summer Camp',
    email: 'pool.office@demo.test',
    timeZone: 'EST',
    places: ['Tampa Pier'],
  },
  {
    firstName: 'Camp',
    lastName: 'Office',
    role: 'AssistantAdmin',
    group: 'Summer Camp',
    email: 'camp.office@demo.test',
    isInvited: true,
    timeZone: 'EST',
    places: ['Tampa Pier'],
  },
  {
    firstName: 'Camp',
    lastName: 'Kitchen',
    role: 'NotificationOnly',
    group: 'Summer Camp',
    email: 'camp.kitchen@demo.test',
    isUnsubscribed: true,
    timeZone: 'EST',
    places: ['Tampa Pier'],
  },
  {
    firstName: 'Night',
    lastName: 'Crew',
    role: 'NotificationOnly',
    group: 'Facilities',
    email: null,
    phone: '716 555 0131',
    tellBy: 'text',
    timeZone: 'EST',
    places: ['Buffalo Depot'],
  },
  {
    firstName: 'Depot',
    lastName: 'Office',
    role: 'Customer',
    group: 'Facilities',
    email: 'depot.office@demo.test',
    timeZone: 'EST',
    places: ['Buffalo Depot'],
  },
  {
    firstName: 'Yard',
    lastName: 'Crew',
    role: 'NotificationOnly',
    group: 'Facilities',
    email: 'yard.crew@demo.test',
    phone: '602 555 0132',
    timeZone: 'MST',
    places: ['Phoenix Yard'],
  },
  {
    firstName: 'Front',
    lastName: 'Gate',
    role: 'NotificationOnly',
    group: 'Security',
    email: null,
    phone: '405 555 0141',
    tellBy: 'text',
    places: ['Norman Stadium'],
  },
  {
    firstName: 'Control',
    lastName: 'Room',
    role: 'Customer',
    group: 'Security',
    email: 'control.room@demo.test',
    places: ['Norman Stadium', 'Tampa Pier'],
  },
]

export const otherRecipients: readonly DemoRecipient[] = [
  {
    firstName: 'Box',
    lastName: 'Office',
    role: 'Customer',
    group: 'Staff',
    email: 'box.office@other.test',
    isInvited: true,
    places: ['Tulsa Hall'],
  },
  {
    firstName: 'Stage',
    lastName: 'Crew',
    role: 'NotificationOnly',
    group: 'Show Nights',
    email: null,
    phone: '918 555 0151',
    tellBy: 'text',
    places: ['Tulsa Hall'],
  },
]
