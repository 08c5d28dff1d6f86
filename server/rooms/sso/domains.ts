import { randomBytes } from 'node:crypto'
import type { SsoDomain } from '#contract/people/sso'
import { domainFault } from '#domain/access/single-sign-on'
import type { Facts } from '#server/facts'
import { recordAudit } from '#server/platform/audit'
import type { Changes } from '#server/platform/changes/index'
import type { Doing } from '#server/platform/http/ask'
import { badInput, notFound, serverRefusal } from '#server/platform/http/problems'
import type { Db } from '#server/platform/store/index'
import { isTaken } from '#server/platform/store/unique'
import { signOutOfProvider } from './sign-out.ts'
import {
  deleteDomain,
  findDomain,
  insertDomain,
  listDomains,
  listSignedOn,
  markVerified,
  seizeConfig,
  type DomainRow,
} from './store/configs.ts'
import { Resolver } from 'node:dns/promises'
import { secondMs } from '#server/platform/clock'

/** Returns a name's TXT records, each joined from its pieces; empty if there are none. */
export type ResolveTxt = (name: string) => Promise<readonly string[]>

export interface DomainDeps {
  readonly db: Db
  readonly changes: Pick<Changes<Facts>, 'commit'>
  readonly resolveTxt: ResolveTxt
}

const mostDomains = 50

export function wireDomain(row: DomainRow): SsoDomain {
  return {
    domain: row.domain,
    verifiedAt: row.verified_at?.toISOString() ?? null,
    verifiedBy: row.verified_by,
    recordName: `_skywarden.${row.domain}`,
    recordValue: `skywarden-verification=${row.token}`,
  }
}

async function domainFor(db: Db, customerId: number, domain: string): Promise<DomainRow> {
  const row = await findDomain(db, customerId, domain)
  if (!row) throw notFound('This domain')
  return row
}

export async function addDomain(
  { db }: DomainDeps,
  { caller, now, requestId }: Doing,
  customerId: number,
  domain: string,
): Promise<SsoDomain> {
  const fault = domainFault(domain)
  if (fault) throw badInput({ Domain: [fault] })
  if ((await listDomains(db, customerId)).length >= mostDomains)
    throw badInput({ Domain: [`There are already ${mostDomains} domains`] })
  await db.transaction().execute(async tx => {
    const token = randomBytes(20).toString('hex')
    if (!(await insertDomain(tx, { customer_id: customerId, domain, token, created_at: now })))
      throw badInput({ Domain: ['is already in the list'] })
    await recordAudit(
      tx,
      { by: caller, customerId, action: 'e-mail domain added', target: domain, requestId },
      now,
    )
  })
  return wireDomain(await domainFor(db, customerId, domain))
}

/** Marks a domain as verified. Only one customer can own it, and a second one gets no further information. */
async function verified(
  { db }: DomainDeps,
  { caller, now, requestId }: Doing,
  { customer_id: customerId, domain }: DomainRow,
  by: 'dns' | 'support',
): Promise<SsoDomain> {
  try {
    await db.transaction().execute(async tx => {
      await markVerified(tx, customerId, domain, by, now)
      const action = by === 'dns' ? 'email domain verified' : 'email domain confirmed'
      await recordAudit(tx, { by: caller, customerId, action, target: domain, requestId }, now)
    })
  } catch (error) {
    if (isTaken(error, 'sso_domains_verified'))
      throw serverRefusal('Another organization has verified this domain. Please contact support.', 409)
    throw error
  }
  return wireDomain(await domainFor(db, customerId, domain))
}

export async function verifyDomain(
  deps: DomainDeps,
  doing: Doing,
  customerId: number,
  domain: string,
): Promise<SsoDomain> {
  const row = await domainFor(deps.db, customerId, domain)
  if (row.verified_at !== null) return wireDomain(row)
  const { recordName, recordValue } = wireDomain(row)
  const records = await deps.resolveTxt(recordName)
  if (!records.includes(recordValue))
    throw serverRefusal(
      records.length === 0
        ? `There is no TXT record at ${recordName} yet. New records can take an hour to appear.`
        : `The TXT record at ${recordName} has a different value.`,
      409,
    )
  return verified(deps, doing, row, 'dns')
}

export async function confirmDomain(
  deps: DomainDeps,
  doing: Doing,
  customerId: number,
  domain: string,
): Promise<SsoDomain> {
  const row = await domainFor(deps.db, customerId, domain)
  return row.verified_at === null ? verified(deps, doing, row, 'support') : wireDomain(row)
}

export async function removeDomain(
  { changes }: DomainDeps,
  { caller, now, requestId }: Doing,
  customerId: number,
  domain: string,
): Promise<void> {
  await changes.commit(async (tx, appendFact) => {
    const config = await seizeConfig(tx, customerId)
    const others = (await listDomains(tx, customerId)).filter(
      row => row.verified_at !== null && row.domain !== domain,
    )
    const row = await domainFor(tx, customerId, domain)
    if (config?.force_sso && row.verified_at !== null && others.length === 0)
      throw serverRefusal(
        "This is the last verified domain. Turn 'Require SSO for sign-in' off before you remove it.",
        409,
      )
    await deleteDomain(tx, customerId, domain)
    await signOutOfProvider(tx, appendFact, customerId, await listSignedOn(tx, customerId, domain))
    await recordAudit(
      tx,
      { by: caller, customerId, action: 'e-mail domain removed', target: domain, requestId },
      now,
    )
  })
}

/** Queries this machine's name servers. A missing record and an unreachable server give the same result. */
export const resolveTxt: ResolveTxt = async name => {
  const resolver = new Resolver({ timeout: 3 * secondMs, tries: 2 })
  try {
    const records = await resolver.resolveTxt(name)
    return records.map(pieces => pieces.join(''))
  } catch {
    return [] // the caller asks people to wait and retry, which is right for every failure
  }
}
