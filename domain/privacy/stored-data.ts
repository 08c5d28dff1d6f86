import type { RetentionKind } from './retention.ts'

/** The sections of the file that a person downloads. */
export const sectionNames = [
  'account',
  'signInMethods',
  'sessions',
  'signIns',
  'supportAccess',
  'apiTokens',
  'locations',
  'alertTimes',
  'position',
  'pushBrowsers',
  'alerts',
  'mail',
  'sentMessages',
  'questions',
  'reports',
  'widgets',
  'cameraViews',
  'delays',
  'warnings',
  'commands',
  'acceptances',
  'acts',
] as const
export type SectionName = (typeof sectionNames)[number]

/** How long the data is kept: by the organization's choice, possibly with exceptions, or as `words` states. */
export type Kept = { readonly by: RetentionKind; readonly also?: string } | { readonly words: string }

/** What happens to the data when the person is deleted. If it is kept, there is a reason. */
export type Fate =
  | { readonly kind: 'deleted' }
  | {
      readonly kind: 'kept'
      readonly because: string
      /** How the person is identified in the kept data. */
      readonly named: 'by name' | 'by number'
      /** What a previous version stored by name, which cannot be changed. */
      readonly except?: string
    }

export interface StoredKind {
  readonly title: string
  readonly what: string
  readonly why: string
  readonly kept: Kept
  readonly fate: Fate
  readonly sections: readonly SectionName[]
}

const deleted = { kind: 'deleted' } as const
const withTheAccount = { words: 'As long as the account exists.' } as const

/**
 * Everything that is stored about people. The page, the question before a person is deleted, the file that people
 * download and docs/privacy.md all follow this list. A test compares it with the columns of the database.
 */
export const storedKinds = {
  account: {
    title: 'Account and contact details',
    what: 'Your name, user name, email address, phone number, role, user group, time zone and notification settings.',
    why: 'To know who you are and what you may do, and to reach you.',
    kept: withTheAccount,
    fate: deleted,
    sections: ['account'],
  },
  signInMethods: {
    title: 'Password and two-step verification',
    what: 'A hash of your password, the encrypted secret of your authenticator app, the names and public keys of your passkeys, hashes of recovery codes and links, failed attempts, and your link to an identity provider.',
    why: 'To let you in and no one else.',
    kept: withTheAccount,
    fate: deleted,
    sections: ['signInMethods'],
  },
  signIns: {
    title: 'Sign-ins and sessions',
    what: 'When and how you signed in, from which network address and browser, failed attempts, and when support staff acted as you.',
    why: 'So that you notice a sign-in that was not yours.',
    kept: {
      by: 'signIns',
      also: 'That a session existed: 400 days after its end. Support access: as long as the account exists.',
    },
    fate: deleted,
    sections: ['sessions', 'signIns', 'supportAccess'],
  },
  apiTokens: {
    title: 'API tokens',
    what: 'Name, scope, expiry and last use of each token, and a hash of it.',
    why: 'To let your scripts and displays act for you.',
    kept: { words: 'Until 30 days after they expire, or until they are revoked.' },
    fate: deleted,
    sections: ['apiTokens'],
  },
  locations: {
    title: 'Locations and how to notify',
    what: 'The locations on your dashboard, your alert times, browsers that get push messages, and your last known position if you share it.',
    why: 'To watch the right places, and to notify you when and where you want.',
    kept: withTheAccount,
    fate: deleted,
    sections: ['locations', 'alertTimes', 'position', 'pushBrowsers'],
  },
  alerts: {
    title: 'Alerts',
    what: 'What you were notified of, when, on which channel and with what result, or why not.',
    why: 'To notify everyone once, and to show who was warned.',
    kept: { by: 'alerts' },
    fate: {
      kind: 'kept',
      because: 'They prove who was warned of a danger, and when. The addresses they went to are removed.',
      named: 'by number',
    },
    sections: ['alerts'],
  },
  mail: {
    title: 'Other mail',
    what: 'Invitations, links to set a password, notices and reports that were sent to your address, and emails that were sent in your name: questions to the meteorologists and embed codes.',
    why: 'To deliver them, and to see why one did not arrive.',
    kept: { by: 'alerts' },
    fate: deleted,
    sections: ['mail'],
  },
  sentMessages: {
    title: 'Messages sent to others',
    what: 'Mass messages that you sent: the text, the time and the recipients.',
    why: 'To show what the organization told its people.',
    kept: { by: 'massMessages' },
    fate: {
      kind: 'kept',
      because: 'They prove what the organization told its people, and who sent it.',
      named: 'by name',
    },
    sections: ['sentMessages'],
  },
  questions: {
    title: 'Questions to the meteorologists',
    what: 'Your question, where to send the answer, and who got a copy.',
    why: 'To answer it.',
    kept: { by: 'questions' },
    fate: deleted,
    sections: ['questions'],
  },
  reports: {
    title: 'Reports of past weather',
    what: 'Which reports you asked for or received, and the files (30 days). Reports that you shared stay with the others, without you in the list.',
    why: 'To build them, and to offer them for download.',
    kept: { by: 'reports' },
    fate: deleted,
    sections: ['reports'],
  },
  widgets: {
    title: 'Widgets and shared embed codes',
    what: 'Widgets that you created, and to which addresses you sent their code (30 days).',
    why: 'To show who is responsible for a widget, and to prevent too much mail.',
    kept: withTheAccount,
    fate: deleted,
    sections: ['widgets'],
  },
  cameraViews: {
    title: 'Camera log',
    what: 'Which camera you watched, when, and for how long.',
    why: 'To share the monthly allowance, and to show who watched.',
    kept: { by: 'cameraViews' },
    fate: {
      kind: 'kept',
      because: 'It proves who watched the organization’s cameras.',
      named: 'by name',
    },
    sections: ['cameraViews'],
  },
  delays: {
    title: 'Delays and warnings',
    what: 'Lightning delays and policy warnings at your locations, with their evidence. The evidence of a satellite-only All Clear states whose acceptance it relied on.',
    why: 'To prove what was known about a danger, and when.',
    kept: { words: 'Indefinitely. A shorter time would break the chain of evidence.' },
    fate: {
      kind: 'kept',
      because: 'They prove when it was dangerous and when it was safe again.',
      named: 'by number',
      except: 'in evidence from version 0.1 if you accepted satellite-only All Clears',
    },
    sections: ['delays', 'warnings'],
  },
  commands: {
    title: 'Commands and decisions',
    what: 'Sirens and other devices that you used, satellite-only All Clears that you accepted, and API tokens that you created for others.',
    why: 'To prove who sounded a siren or accepted a risk.',
    kept: { words: 'Commands for 400 days, decisions as long as they are in effect.' },
    fate: {
      kind: 'kept',
      because: 'They prove who sounded a siren, and who made a decision that is still in effect.',
      named: 'by name',
    },
    sections: ['commands', 'acceptances'],
  },
  acts: {
    title: 'Audit log',
    what: 'What you changed, when, and from which value to which. Entries have names and addresses as they were then, including the entry about a deletion.',
    why: 'To show who did what, and to notice what no one should have done.',
    kept: { words: 'Indefinitely. Each entry is chained to the one before it, so none can be removed.' },
    fate: {
      kind: 'kept',
      because: 'It proves who did what. Without one entry, the proof of all later ones would be lost.',
      named: 'by name',
    },
    sections: ['acts'],
  },
  changeLog: {
    title: 'Technical records',
    what: 'The number of your account in the list of changes that the servers exchange, and replies kept for repeated requests (a day).',
    why: 'So that every server learns of a change once.',
    kept: { words: '30 days.' },
    fate: {
      kind: 'kept',
      because: 'Every server must learn that the account is gone.',
      named: 'by number',
    },
    sections: [],
  },
} as const satisfies Readonly<Record<string, StoredKind>>

export type StoredKindName = keyof typeof storedKinds
export const storedKindNames = Object.keys(storedKinds) as readonly StoredKindName[]

export const storedKindList: readonly StoredKind[] = Object.values(storedKinds)

/** What is deleted and what is kept when a person is deleted. */
export function fates(): {
  readonly goes: readonly StoredKind[]
  readonly stays: readonly (StoredKind & { readonly fate: Extract<Fate, { kind: 'kept' }> })[]
} {
  return {
    goes: storedKindList.filter(({ fate }) => fate.kind === 'deleted'),
    stays: storedKindList.flatMap(kind => (kind.fate.kind === 'kept' ? [{ ...kind, fate: kind.fate }] : [])),
  }
}
