import { createHash, randomBytes } from 'node:crypto'
import { whyNotSignedIn } from '#domain/access/sessions'
import type { Facts } from '#server/facts'
import { recordAudit, type AuditEntry } from '#server/platform/audit'
import type { Changes } from '#server/platform/changes/index'
import { hourMs, later, minuteMs } from '#server/platform/clock'
import { Problem } from '#server/platform/http/problems'
import type { Db, Tx } from '#server/platform/store/index'
import { isTaken } from '#server/platform/store/unique'
import type { Email, QueueEmail } from '#server/rooms/notifications/index'
import {
  accountStateOf,
  personAuditName,
  findUser,
  fullNameOf,
  lockUserForUpdate,
  tellPersonChanged,
  updateUserRow,
  type UserRow,
} from '#server/rooms/users/index'
import { countMail, mayMail } from './account-mail.ts'
import { hashPassword, passwordFault } from './passwords.ts'
import type { SignOnChoice, SingleSignOn } from './single-sign-on.ts'
import {
  findLink,
  forgetFailuresOf,
  insertLinks,
  savePasswordHash,
  useLink,
  useUpLinksOf,
  type LinkRow,
  type NewLink,
} from './store/accounts.ts'
import { endSessions } from './store/sessions.ts'

export interface LinkDeps {
  readonly db: Db
  readonly changes: Pick<Changes<Facts>, 'commit'>
  readonly baseUrl: string
  readonly queueEmail: QueueEmail
  readonly sso: SingleSignOn
}

type Purpose = LinkRow['purpose']
type PasswordPurpose = Exclude<Purpose, 'email'>
/** The purpose of a link; a link that confirms an address includes the address. */
type Errand = { readonly purpose: PasswordPurpose } | { readonly purpose: 'email'; readonly newEmail: string }

const pages: Record<Purpose, string> = {
  invite: 'set-password',
  reset: 'set-password',
  email: 'confirm-email',
}

const lifetimeMs: Record<Purpose, number> = {
  invite: 24 * hourMs,
  reset: 15 * minuteMs,
  email: 24 * hourMs,
}

const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

function letter(purpose: PasswordPurpose, row: UserRow, url: string) {
  const greeting = `Hello ${fullNameOf(row)},`
  return purpose === 'invite'
    ? {
        subject: 'Your Skywarden account',
        text: `${greeting}\n\n${row.customer_name} has created a Skywarden account for you. Choose a password to start:\n\n${url}\n\nThe link works once, for 24 hours. Your user name is ${row.user_name}.\n`,
      }
    : {
        subject: 'Set a new Skywarden password',
        text: `${greeting}\n\nSomeone, probably you, requested a new password. Set it here:\n\n${url}\n\nThe link works once, for 15 minutes. If this was not you, ignore this message: nothing has changed.\n`,
      }
}

/** People who sign in with their organization's provider have no password to choose. */
function letterOfProvider(
  purpose: PasswordPurpose,
  row: UserRow,
  { displayName }: SignOnChoice,
  url: string,
) {
  const what =
    purpose === 'invite'
      ? `${row.customer_name} has created a Skywarden account for you.`
      : 'Someone, probably you, requested a new password.'
  return {
    subject: purpose === 'invite' ? 'Your Skywarden account' : 'How to sign in to Skywarden',
    text: `Hello ${fullNameOf(row)},\n\n${what} ${row.customer_name} signs in with ${displayName}, so there is no password to set. Start here, and choose 'Sign in with single sign-on':\n\n${url}/\n`,
  }
}

/** A single-use link and the row that makes it valid. Anyone who has it can use it; only its hash is stored. */
function newLink(errand: Errand, row: UserRow, baseUrl: string, now: Date) {
  const { purpose } = errand
  const token = randomBytes(32).toString('base64url')
  const link: NewLink = {
    token_hash: hashToken(token),
    user_id: row.id,
    purpose,
    created_at: now,
    expires_at: later(now, lifetimeMs[purpose]),
    new_email: errand.purpose === 'email' ? errand.newEmail : null,
  }
  return { link, url: `${baseUrl}/identity/${pages[purpose]}?token=${token}` }
}

/** Creates a single-use link. */
export async function makeLink(
  tx: Tx,
  errand: Errand,
  row: UserRow,
  baseUrl: string,
  now: Date,
): Promise<string> {
  const { link, url } = newLink(errand, row, baseUrl, now)
  await insertLinks(tx, [link])
  return url
}

/**
 * Queues an email with a single-use link for each of these people, in the transaction of the change that it is for. All
 * belong to one customer; an import may invite two thousand of them.
 */
async function queueLinks(
  deps: LinkDeps,
  tx: Tx,
  purpose: PasswordPurpose,
  rows: readonly UserRow[],
  now: Date,
): Promise<void> {
  const [first] = rows
  if (!first) return
  // In the same transaction: if it needed another connection, many requests at once could wait for each other forever.
  const insteadOfPassword = await deps.sso.insteadOfPasswordIn(tx, first.customer_id)
  const links: NewLink[] = []
  const emails: Email[] = []
  for (const row of rows) {
    if (row.email === null) continue
    const expiresAt = later(now, lifetimeMs[purpose])
    const about = { customerId: row.customer_id, userId: row.id, to: row.email, expiresAt }
    const choice = insteadOfPassword(row)
    if (choice) {
      emails.push({ ...about, ...letterOfProvider(purpose, row, choice, deps.baseUrl) })
      continue
    }
    const { link, url: secretLink } = newLink({ purpose }, row, deps.baseUrl, now)
    links.push(link)
    emails.push({ ...about, ...letter(purpose, row, secretLink), secretLink })
  }
  await insertLinks(tx, links)
  const mailed = rows.flatMap(({ id, email }) => (email === null ? [] : [id]))
  await countMail(tx, mailed, purpose, now)
  await deps.queueEmail(tx, emails, now)
}

/** Invites people of one customer whose accounts are new or have a new address. */
export function queueInvitations(deps: LinkDeps, tx: Tx, rows: readonly UserRow[], now: Date): Promise<void> {
  return queueLinks(deps, tx, 'invite', rows, now)
}

/** Sends a single-use link to the person's current address. */
async function sendLink(
  deps: LinkDeps,
  purpose: PasswordPurpose,
  { customer_id: customerId, id }: UserRow,
  act: Pick<AuditEntry, 'by' | 'requestId'>,
  now: Date,
): Promise<'sent' | 'too-many' | 'no-address'> {
  return deps.db.transaction().execute(async tx => {
    const row = await lockUserForUpdate(tx, customerId, id)
    if (!row?.email) return 'no-address'
    if (!(await mayMail(tx, id, purpose, now))) return 'too-many'
    await queueLinks(deps, tx, purpose, [row], now)
    await recordAudit(
      tx,
      {
        ...act,
        customerId,
        action: purpose === 'invite' ? 'invitation sent' : 'password link sent',
        target: personAuditName(row),
      },
      now,
    )
    return 'sent'
  })
}

export async function sendInvitation(
  deps: LinkDeps,
  row: UserRow,
  act: Pick<AuditEntry, 'by' | 'requestId'>,
  now: Date,
): Promise<void> {
  const choice = await deps.sso.insteadOfPassword(row)
  if (choice)
    throw new Problem(
      409,
      `${row.customer_name} signs in with ${choice.displayName}, so there is no password to set. This person can sign in without an invitation.`,
    )
  const outcome = await sendLink(deps, 'invite', row, act, now)
  if (outcome === 'no-address') throw new Problem(400, 'This person has no email address.')
  if (outcome === 'too-many') {
    throw new Problem(429, 'Several invitations were sent within the last hour. Please wait.', {}, 600)
  }
}

/**
 * Sends a link if the person may have one; returns whether it was sent. The page responds in the same way to everyone.
 */
export async function sendPasswordLink(deps: LinkDeps, row: UserRow, now: Date): Promise<boolean> {
  if (whyNotSignedIn(accountStateOf(row)) !== null) return false
  return (await sendLink(deps, 'reset', row, { by: 'system' }, now)) === 'sent'
}

export interface OpenLink {
  readonly link: LinkRow
  readonly row: UserRow
}

/** The person to whom a page link belongs, while the link is valid. */
export async function openLink(
  db: Db,
  page: 'set-password' | 'confirm-email',
  token: string,
  now: Date,
): Promise<OpenLink | undefined> {
  const link = await findLink(db, hashToken(token))
  if (!link || link.used_at || link.expires_at <= now || pages[link.purpose] !== page) return undefined
  const row = await findUser(db, 'system', link.user_id)
  return row?.is_active ? { link, row } : undefined
}

/** Words about this person that an attacker would try first. */
export function familiarWords(row: UserRow): string[] {
  const words = [row.user_name, row.email ?? '', row.first_name, row.last_name, row.customer_name]
  return words.flatMap(text => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
}

export function newPasswordFault(row: UserRow, password: string): string | undefined {
  return passwordFault(password, familiarWords(row))
}

/**
 * Sets the password through a link, uses up the link, and signs the person out everywhere. This also accepts an
 * invitation: from then on the user name is theirs, unless another person has taken it in the meantime.
 */
export async function setPasswordByLink(
  deps: LinkDeps,
  { link, row }: OpenLink,
  password: string,
  now: Date,
): Promise<'set' | 'link used' | 'name taken'> {
  const hash = await hashPassword(password)
  const setting = deps.changes.commit(async (tx, appendFact) => {
    await lockUserForUpdate(tx, row.customer_id, row.id)
    if (!(await useLink(tx, link.token_hash, now))) return 'link used'

    await savePasswordHash(tx, row.id, hash, now)
    await useUpLinksOf(tx, row.id, now)
    await endSessions(tx, row.id, null)
    await forgetFailuresOf(tx, row.id)
    if (!row.activated_at) await updateUserRow(tx, 'system', row.id, { activated_at: now })
    await recordAudit(
      tx,
      {
        by: 'system',
        customerId: row.customer_id,
        action: link.purpose === 'invite' ? 'invitation accepted' : 'password set by link',
        target: personAuditName(row),
      },
      now,
    )
    await notifyOfNewPassword(deps, tx, row, now)
    tellPersonChanged(appendFact, row)
    return 'set'
  })
  return setting.catch((error: unknown) => {
    if (isTaken(error, 'users_user_name')) return 'name taken'
    throw error
  })
}

export async function notifyOfNewPassword(
  { queueEmail }: LinkDeps,
  tx: Tx,
  row: UserRow,
  now: Date,
): Promise<void> {
  if (!row.email || !row.activated_at) return
  const text = `Hello ${fullNameOf(row)},\n\nThe password of your Skywarden account was changed. If this was not you, set a new one right away with 'Forgot password?' on the sign-in page, and tell your administrator.\n`
  await queueEmail(
    tx,
    {
      customerId: row.customer_id,
      userId: row.id,
      to: row.email,
      subject: 'Your Skywarden password was changed',
      text,
      expiresAt: later(now, 24 * hourMs),
    },
    now,
  )
}
