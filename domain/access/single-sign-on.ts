import { maySignIn, type RoleName } from './roles.ts'

/** An identity provider's claims about a person, after their signature was verified. */
export interface Asserted {
  /** Identifies the person at this provider. Never reused for anyone else. */
  readonly subject: string
  readonly email: string | null
  /** False if the provider reports that it has not verified the address. */
  readonly isEmailVerified: boolean
  readonly firstName: string | null
  readonly lastName: string | null
}

/** An account that may belong to the person. */
export interface KnownAccount {
  readonly id: string
  readonly customerId: number
  readonly role: RoleName
  readonly isActive: boolean
  /** Whether the owner has verified the user name. If not, it may merely have been assigned to them. */
  readonly isProven: boolean
  /** The provider's subject that signs in with this account, if any. */
  readonly linkedSubject: string | null
}

export interface SignOnSettings {
  readonly customerId: number
  readonly isProvisioning: boolean
  readonly defaultGroupId: number | null
  readonly verifiedDomains: readonly string[]
}

export type NotLetIn =
  | 'no subject'
  | 'no e-mail'
  | 'e-mail not verified'
  | 'domain not verified'
  | 'other organization'
  | 'several accounts'
  | 'linked to somebody else'
  | 'disabled'
  | 'staff'
  | 'notification only'
  | 'not provisioned'
  | 'no group'

export type SignInAdmission =
  | { readonly kind: 'known'; readonly userId: string; readonly because: string }
  | { readonly kind: 'link'; readonly userId: string; readonly because: string }
  | {
      readonly kind: 'provision'
      readonly email: string
      readonly role: RoleName
      readonly groupId: number
      readonly because: string
    }
  | { readonly kind: 'refuse'; readonly reason: NotLetIn; readonly because: string }

/**
 * New accounts get the lowest role that may sign in, because a provider's claims never make anyone an administrator.
 */
const provisionedRole: RoleName = 'Customer'

const becauseOf: Readonly<Record<NotLetIn, string>> = {
  'no subject': 'The identity provider did not identify the person.',
  'no e-mail': 'The identity provider did not send an email address.',
  'e-mail not verified': 'The identity provider has not verified the email address.',
  'domain not verified': 'The domain of the email address is not verified for this organization.',
  'other organization': 'The email address belongs to an account of another organization.',
  'several accounts': 'Several accounts of this organization have this email address.',
  'linked to somebody else': 'The account is linked to another person at the identity provider.',
  disabled: 'The account is disabled.',
  staff: 'Accounts of the provider’s staff do not sign in through a customer’s identity provider.',
  'notification only': 'The account only receives notifications and cannot sign in.',
  'not provisioned': 'There is no account for this email address, and auto-provisioning is off.',
  'no group': 'There is no account for this email address, and no group for new users has been chosen.',
}

const refuse = (reason: NotLetIn): SignInAdmission => ({ kind: 'refuse', reason, because: becauseOf[reason] })

/** Public mail providers, where anyone can have an address. No organization can claim these domains. */
const publicDomains: ReadonlySet<string> = new Set([
  'aol.com',
  'gmail.com',
  'googlemail.com',
  'gmx.com',
  'gmx.net',
  'hotmail.com',
  'icloud.com',
  'live.com',
  'mail.com',
  'me.com',
  'msn.com',
  'outlook.com',
  'proton.me',
  'protonmail.com',
  'yahoo.com',
  'ymail.com',
])

const domainName = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/

/** What is wrong with a domain that an organization claims, if anything. */
export function domainFault(domain: string): string | undefined {
  if (!domainName.test(domain)) return 'must be a domain such as example.org'
  if (publicDomains.has(domain)) return 'is a public mail service, which no organization can claim'
  return undefined
}

/**
 * The domain of an address in lowercase, or undefined if it is not an address. Requires ASCII, which excludes
 * look-alike letters.
 */
export function emailDomain(email: string): string | undefined {
  const parts = email.trim().split('@')
  const [name, domain = ''] = parts
  if (parts.length !== 2 || !name || /[^\x21-\x7e]/.test(email.trim())) return undefined
  return domainName.test(domain.toLowerCase()) ? domain.toLowerCase() : undefined
}

/** Why no one can sign in to an account through a customer's provider. */
function closed(account: KnownAccount): NotLetIn | undefined {
  if (account.role === 'SuperAdmin') return 'staff'
  if (!maySignIn(account.role)) return 'notification only'
  return account.isActive ? undefined : 'disabled'
}

/**
 * Decides who may sign in with an identity provider's claims. `linked` is the customer's account with which this
 * subject of this provider signed in before; `named` are all accounts, of every customer, with the email address.
 */
export function admit(
  settings: SignOnSettings,
  asserted: Asserted,
  linked: KnownAccount | undefined,
  named: readonly KnownAccount[],
): SignInAdmission {
  if (asserted.subject.trim() === '') return refuse('no subject')
  if (asserted.email === null) return refuse('no e-mail')
  if (!asserted.isEmailVerified) return refuse('e-mail not verified')
  const domain = emailDomain(asserted.email)
  if (domain === undefined || !settings.verifiedDomains.includes(domain)) return refuse('domain not verified')

  // The subject identifies the person. The address is used only to find the account the first time.
  const account = linked ?? ownAccount(settings, named)
  if (account === 'several accounts' || account === 'other organization') return refuse(account)
  if (account) {
    if (account.customerId !== settings.customerId) return refuse('other organization')
    const because = closed(account)
    if (because) return refuse(because)
    // Also applies if the account was linked during the lookup, in another of the person's tabs.
    if (linked || account.linkedSubject === asserted.subject)
      return { kind: 'known', userId: account.id, because: 'Has signed in this way before.' }
    if (account.linkedSubject !== null) return refuse('linked to somebody else')
    return { kind: 'link', userId: account.id, because: 'Has an account with this email address.' }
  }
  if (!settings.isProvisioning) return refuse('not provisioned')
  if (settings.defaultGroupId === null) return refuse('no group')
  return {
    kind: 'provision',
    email: asserted.email.trim(),
    role: provisionedRole,
    groupId: settings.defaultGroupId,
    because: 'Is new here, and auto-provisioning is on.',
  }
}

function ownAccount(
  { customerId }: SignOnSettings,
  named: readonly KnownAccount[],
): KnownAccount | 'several accounts' | 'other organization' | undefined {
  const own = named.filter(account => account.customerId === customerId)
  if (own.length > 1) return 'several accounts'
  // An address verified at another customer belongs to that person, whatever this customer's provider claims.
  if (named.some(account => account.customerId !== customerId && account.isProven))
    return 'other organization'
  return own[0]
}

export interface PasswordRule {
  readonly isForced: boolean
  readonly breakGlassId: string | null
}

/**
 * Whether a person may have a password. If SSO is required, only the emergency account may have one, in case the
 * provider is down. If that account was deleted, the organization's Admins may, so no one is locked out for good.
 */
export function mayUsePassword(
  rule: PasswordRule | undefined,
  person: { readonly id: string; readonly role: RoleName },
): boolean {
  if (!rule?.isForced || person.role === 'SuperAdmin') return true
  return rule.breakGlassId === null ? person.role === 'Admin' : person.id === rule.breakGlassId
}
