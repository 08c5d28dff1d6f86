import { randomUUID } from 'node:crypto'
import { admit, emailDomain, type SignInAdmission, type KnownAccount } from '#domain/access/single-sign-on'
import type { Facts } from '#server/facts'
import { recordAudit } from '#server/platform/audit'
import type { Changes, AppendFact } from '#server/platform/changes/index'
import type { Db, Tx } from '#server/platform/store/index'
import { isTaken } from '#server/platform/store/unique'
import {
  personAuditName,
  findUser,
  findUsersNamed,
  insertUser,
  personOf,
  shownPerson,
  tellPersonChanged,
  updateUserRow,
  type UserRow,
} from '#server/rooms/users/index'
import { findLinked, listDomains, saveIdentity, subjectsOf, type ConfigRow } from './store/configs.ts'
import type { StoredAssertion } from './store/visits.ts'

function accountOf(row: UserRow, linkedSubject: string | null): KnownAccount {
  const { id, customerId, role } = personOf(row)
  return { id, customerId, role, isActive: row.is_active, isProven: row.activated_at !== null, linkedSubject }
}

/** Decides what would happen to a person with these claims from a customer's provider, without changing anything. */
export async function judgeSignIn(
  db: Db,
  config: ConfigRow,
  asserted: StoredAssertion,
): Promise<SignInAdmission> {
  const { customer_id: customerId } = config
  const domains = await listDomains(db, customerId)
  const linkedId = await findLinked(db, customerId, asserted.provider, asserted.subject)
  const linked = linkedId === undefined ? undefined : await findUser(db, 'system', linkedId)
  const named = asserted.email === null ? [] : await findUsersNamed(db, 'system', asserted.email)
  const subjects = await subjectsOf(
    db,
    customerId,
    asserted.provider,
    named.map(({ id }) => id),
  )
  return admit(
    {
      customerId,
      isProvisioning: config.auto_provision,
      defaultGroupId: config.default_group_id,
      verifiedDomains: domains.filter(({ verified_at }) => verified_at !== null).map(({ domain }) => domain),
    },
    asserted,
    linked && accountOf(linked, asserted.subject),
    named.map(row => accountOf(row, subjects.get(row.id) ?? null)),
  )
}

const longestName = 80
const nameOf = (given: string | null, otherwise: string) =>
  (given ?? otherwise)
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longestName)

async function addPerson(
  tx: Tx,
  appendFact: AppendFact<Facts>,
  { customer_id: customerId }: ConfigRow,
  { email, role, groupId }: Extract<SignInAdmission, { kind: 'provision' }>,
  asserted: StoredAssertion,
  now: Date,
): Promise<string> {
  const id = randomUUID()
  await insertUser(tx, {
    id,
    customer_id: customerId,
    user_group_id: groupId,
    user_name: email,
    first_name: nameOf(asserted.firstName, '') || nameOf(email.split('@')[0] ?? email, email),
    last_name: nameOf(asserted.lastName, ''),
    email,
    phone_number: null,
    role,
    permissions: [],
    time_zone: 'CST',
    is_active: true,
    declines_notifications: false,
    created_at: now,
    // The customer owns the domain, so its provider's claim proves the address.
    activated_at: now,
  })
  const row = await findUser(tx, customerId, id)
  if (!row) throw new Error('The person who was just added is missing')
  await recordAudit(
    tx,
    {
      by: 'system',
      customerId,
      action: 'person added by single sign-on',
      target: personAuditName(row),
      after: shownPerson(row),
    },
    now,
  )
  tellPersonChanged(appendFact, row)
  return id
}

async function linkPerson(
  tx: Tx,
  appendFact: AppendFact<Facts>,
  customerId: number,
  userId: string,
  now: Date,
) {
  const row = await findUser(tx, customerId, userId)
  if (!row) throw new Error('The person who is linked is missing')
  if (row.activated_at === null) await updateUserRow(tx, customerId, userId, { activated_at: now })
  const act = { by: 'system', customerId, action: 'account linked to identity provider' } as const
  await recordAudit(tx, { ...act, target: personAuditName(row) }, now)
  tellPersonChanged(appendFact, row)
}

/**
 * Whether a write conflicts with a concurrent one, from the new person's second tab or from another person. The later
 * write is evaluated again.
 */
const isOvertaken = (error: unknown) =>
  [
    'users_user_name',
    'users_user_name_of_customer',
    'sso_identities_pkey',
    'sso_identities_customer_id_provider_user_id_key',
  ].some(index => isTaken(error, index))

/** Signs in a person as decided: creates or links their account if needed, in one step with the decision. */
export async function letIn(
  { changes }: { readonly changes: Pick<Changes<Facts>, 'commit'> },
  config: ConfigRow,
  asserted: StoredAssertion,
  now: Date,
  isSecondTry = false,
): Promise<SignInAdmission & { readonly userId?: string }> {
  const { customer_id: customerId } = config
  const letting = changes.commit(async (tx, appendFact) => {
    const admission = await judgeSignIn(tx, config, asserted)
    if (admission.kind === 'refuse') return admission
    const userId =
      admission.kind === 'provision'
        ? await addPerson(tx, appendFact, config, admission, asserted, now)
        : admission.userId
    if (admission.kind === 'link') await linkPerson(tx, appendFact, customerId, userId, now)
    const { provider, subject } = asserted
    const domain = emailDomain(asserted.email ?? '') ?? ''
    await saveIdentity(tx, customerId, { provider, subject, user_id: userId, email_domain: domain }, now)
    return { ...admission, userId }
  })
  return letting.catch((error: unknown) => {
    if (!isSecondTry && isOvertaken(error)) return letIn({ changes }, config, asserted, now, true)
    throw error
  })
}
