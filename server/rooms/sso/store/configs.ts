import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '#server/platform/store/index'
import type { Metadata } from '#server/rooms/sso/saml-metadata'

type Tables = {
  sso_configs: {
    customer_id: number
    idp_type: 'Google' | 'Saml2' | 'OpenIdConnect'
    display_name: string
    auto_provision: boolean
    force_sso: boolean
    default_group_id: number | null
    break_glass_id: string | null
    sp_entity_id: string | null
    idp_entity_id: string | null
    metadata_url: string | null
    discovery_url: string | null
    client_id: string | null
    sealed_client_secret: string | null
    created_at: Date
    version: Generated<number>
  }
  sso_metadata: {
    customer_id: number
    metadata: ColumnType<Metadata, string, string>
    read_at: Date
    tried_at: Date
    error: string | null
    told_of: Date | null
  }
  sso_domains: {
    customer_id: number
    domain: string
    token: string
    created_at: Date
    verified_at: Date | null
    verified_by: 'dns' | 'support' | null
  }
  sso_identities: {
    customer_id: number
    provider: string
    subject: string
    user_id: string
    email_domain: string
    linked_at: Date
    used_at: Date
  }
}

export type ConfigRow = Selectable<Tables['sso_configs']>
export type NewConfig = Omit<Insertable<Tables['sso_configs']>, 'version' | 'customer_id' | 'created_at'>
export type DomainRow = Selectable<Tables['sso_domains']>
export type MetadataRow = Selectable<Tables['sso_metadata']>

const tables = (db: Db) => db.withTables<Tables>()

// A customer's sign-on

export function findConfig(db: Db, customerId: number): Promise<ConfigRow | undefined> {
  return tables(db)
    .selectFrom('sso_configs')
    .selectAll()
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
}

export async function hasConfigs(db: Db, _scope: 'system'): Promise<boolean> {
  const row = await tables(db).selectFrom('sso_configs').select('customer_id').limit(1).executeTakeFirst()
  return row !== undefined
}

/** Locks a configuration that is about to be changed; other writers wait. */
export function seizeConfig(tx: Tx, customerId: number): Promise<ConfigRow | undefined> {
  return tables(tx)
    .selectFrom('sso_configs')
    .selectAll()
    .where('customer_id', '=', customerId)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertConfig(
  tx: Tx,
  customerId: number,
  config: NewConfig,
  now: Date,
): Promise<boolean> {
  const result = await tables(tx)
    .insertInto('sso_configs')
    .values({ ...config, customer_id: customerId, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function updateConfig(tx: Tx, customerId: number, config: Partial<NewConfig>): Promise<void> {
  await tables(tx).updateTable('sso_configs').set(config).where('customer_id', '=', customerId).execute()
}

export async function deleteConfig(tx: Tx, customerId: number): Promise<void> {
  await tables(tx).deleteFrom('sso_configs').where('customer_id', '=', customerId).execute()
}

// Metadata

export function findMetadata(db: Db, customerId: number): Promise<MetadataRow | undefined> {
  return tables(db)
    .selectFrom('sso_metadata')
    .selectAll()
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
}

export async function saveMetadata(tx: Db, customerId: number, metadata: Metadata, now: Date): Promise<void> {
  const row = { metadata: JSON.stringify(metadata), read_at: now, tried_at: now, error: null }
  await tables(tx)
    .insertInto('sso_metadata')
    .values({ customer_id: customerId, ...row, told_of: null })
    .onConflict(conflict => conflict.column('customer_id').doUpdateSet(row))
    .execute()
}

export async function deleteMetadata(tx: Tx, customerId: number): Promise<void> {
  await tables(tx).deleteFrom('sso_metadata').where('customer_id', '=', customerId).execute()
}

/** Claims the right to reread the metadata; returns false if a process did so a short while ago. */
export async function claimRead(db: Db, customerId: number, now: Date, notSince: Date): Promise<boolean> {
  const result = await tables(db)
    .updateTable('sso_metadata')
    .set({ tried_at: now })
    .where('customer_id', '=', customerId)
    .where('tried_at', '<=', notSince)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function noteFailedRead(db: Db, customerId: number, error: string): Promise<void> {
  await tables(db).updateTable('sso_metadata').set({ error }).where('customer_id', '=', customerId).execute()
}

export function listMetadata(db: Db, _scope: 'system'): Promise<MetadataRow[]> {
  return tables(db).selectFrom('sso_metadata').selectAll().execute()
}

/** Claims the notice about this expiry: returns true only for the first caller. */
export async function claimExpiryNotice(tx: Tx, customerId: number, expiresAt: Date): Promise<boolean> {
  const result = await tables(tx)
    .updateTable('sso_metadata')
    .set({ told_of: expiresAt })
    .where('customer_id', '=', customerId)
    .where(eb => eb.or([eb('told_of', 'is', null), eb('told_of', '<>', expiresAt)]))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

// Email domains

export function listDomains(db: Db, customerId: number): Promise<DomainRow[]> {
  return tables(db)
    .selectFrom('sso_domains')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('domain')
    .execute()
}

export function findDomain(db: Db, customerId: number, domain: string): Promise<DomainRow | undefined> {
  return tables(db)
    .selectFrom('sso_domains')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('domain', '=', domain)
    .executeTakeFirst()
}

/** The customer that has verified a domain, with its single sign-on settings. */
export function findConfigOfDomain(db: Db, _scope: 'system', domain: string): Promise<ConfigRow | undefined> {
  return tables(db)
    .selectFrom('sso_configs')
    .innerJoin('sso_domains', 'sso_domains.customer_id', 'sso_configs.customer_id')
    .selectAll('sso_configs')
    .where('sso_domains.domain', '=', domain)
    .where('sso_domains.verified_at', 'is not', null)
    .executeTakeFirst()
}

export async function insertDomain(
  tx: Tx,
  row: Omit<DomainRow, 'verified_at' | 'verified_by'>,
): Promise<boolean> {
  const result = await tables(tx)
    .insertInto('sso_domains')
    .values({ ...row, verified_at: null, verified_by: null })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function markVerified(
  tx: Tx,
  customerId: number,
  domain: string,
  by: 'dns' | 'support',
  now: Date,
): Promise<void> {
  await tables(tx)
    .updateTable('sso_domains')
    .set({ verified_at: now, verified_by: by })
    .where('customer_id', '=', customerId)
    .where('domain', '=', domain)
    .execute()
}

export async function deleteDomain(tx: Tx, customerId: number, domain: string): Promise<boolean> {
  const result = await tables(tx)
    .deleteFrom('sso_domains')
    .where('customer_id', '=', customerId)
    .where('domain', '=', domain)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

// People's identities at the provider

export async function findLinked(
  db: Db,
  customerId: number,
  provider: string,
  subject: string,
): Promise<string | undefined> {
  const row = await tables(db)
    .selectFrom('sso_identities')
    .select('user_id')
    .where('customer_id', '=', customerId)
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

export async function subjectsOf(
  db: Db,
  customerId: number,
  provider: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('sso_identities')
    .select(['user_id', 'subject'])
    .where('customer_id', '=', customerId)
    .where('provider', '=', provider)
    .where('user_id', 'in', userIds)
    .execute()
  return new Map(rows.map(({ user_id, subject }) => [user_id, subject]))
}

/** Stores a person's identity at the provider, replacing their identity at another provider. */
export async function saveIdentity(
  tx: Tx,
  customerId: number,
  identity: Omit<Selectable<Tables['sso_identities']>, 'customer_id' | 'linked_at' | 'used_at'>,
  now: Date,
): Promise<void> {
  await tables(tx)
    .deleteFrom('sso_identities')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', identity.user_id)
    .where('provider', '<>', identity.provider)
    .execute()
  await tables(tx)
    .insertInto('sso_identities')
    .values({ ...identity, customer_id: customerId, linked_at: now, used_at: now })
    .onConflict(conflict =>
      conflict
        .columns(['customer_id', 'provider', 'subject'])
        .doUpdateSet({ used_at: now, email_domain: identity.email_domain }),
    )
    .execute()
}

/** Everyone who signed in through the provider, or only those with an address in one domain. */
export async function listSignedOn(db: Db, customerId: number, emailDomain?: string): Promise<string[]> {
  const query = tables(db)
    .selectFrom('sso_identities')
    .select('user_id')
    .distinct()
    .where('customer_id', '=', customerId)
  const rows = await (
    emailDomain === undefined ? query : query.where('email_domain', '=', emailDomain)
  ).execute()
  return rows.map(row => row.user_id)
}

/**
 * People who signed in through a provider that their customer has removed, or with an address in a domain that it has
 * given up.
 */
export async function listOutlived(db: Db, _scope: 'system'): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('sso_identities')
    .leftJoin('sso_configs', 'sso_configs.customer_id', 'sso_identities.customer_id')
    .leftJoin('sso_domains', join =>
      join
        .onRef('sso_domains.customer_id', '=', 'sso_identities.customer_id')
        .onRef('sso_domains.domain', '=', 'sso_identities.email_domain')
        .on('sso_domains.verified_at', 'is not', null),
    )
    .select('sso_identities.user_id')
    .distinct()
    .where(eb => eb.or([eb('sso_configs.customer_id', 'is', null), eb('sso_domains.domain', 'is', null)]))
    .execute()
  return rows.map(row => row.user_id)
}
