import type { Input } from '#contract/call'
import { saveSso, type SsoConfig } from '#contract/people/sso'
import type { Facts } from '#server/facts'
import { recordAudit } from '#server/platform/audit'
import type { Changes, AppendFact } from '#server/platform/changes/index'
import type { Doing } from '#server/platform/http/ask'
import { assertNotOvertaken } from '#server/platform/http/overtaken'
import { badInput, Problem } from '#server/platform/http/problems'
import type { Outside } from '#server/platform/outside/index'
import type { Secrets } from '#server/platform/secrets'
import type { Db, Tx } from '#server/platform/store/index'
import { holdGroup } from '#server/rooms/groups/index'
import { findWithPassword } from '#server/rooms/identity/index'
import { findUser } from '#server/rooms/users/index'
import { BadDiscovery, type OidcClient } from './oidc.ts'
import { oidcProviderOf, partyOf, type GoogleClient } from './providers.ts'
import { BadMetadata, fetchMetadata, type Metadata } from './saml-metadata.ts'
import { signOutOfProvider } from './sign-out.ts'
import {
  deleteConfig,
  deleteMetadata,
  findConfig,
  findMetadata,
  insertConfig,
  listDomains,
  listSignedOn,
  saveMetadata,
  seizeConfig,
  updateConfig,
  type ConfigRow,
  type NewConfig,
} from './store/configs.ts'

export interface SaveConfigDeps {
  readonly db: Db
  readonly changes: Pick<Changes<Facts>, 'commit'>
  readonly outside: Outside
  readonly oidc: OidcClient
  readonly secrets: Secrets
  readonly google: GoogleClient | undefined
  readonly baseUrl: string
}

type Body = Input<typeof saveSso, 'body'>
type ProviderColumns = Pick<
  NewConfig,
  'sp_entity_id' | 'idp_entity_id' | 'metadata_url' | 'discovery_url' | 'client_id' | 'sealed_client_secret'
>
interface Wanted {
  readonly columns: ProviderColumns
  readonly metadata: Metadata | null
}

const none: ProviderColumns = {
  sp_entity_id: null,
  idp_entity_id: null,
  metadata_url: null,
  discovery_url: null,
  client_id: null,
  sealed_client_secret: null,
}

export async function wireConfig(db: Db, row: ConfigRow): Promise<SsoConfig> {
  const kept = await findMetadata(db, row.customer_id)
  return {
    customerId: row.customer_id,
    idpType: row.idp_type,
    idpDisplayName: row.display_name,
    autoProvision: row.auto_provision,
    forceSSO: row.force_sso,
    defaultUserGroupSiteId: row.default_group_id,
    spEntityId: row.sp_entity_id,
    idpEntityId: row.idp_entity_id,
    metadataUrl: row.metadata_url,
    breakGlassUserId: row.break_glass_id,
    discoveryUrl: row.discovery_url,
    clientId: row.client_id,
    hasClientSecret: row.sealed_client_secret !== null,
    metadata: kept
      ? {
          readAt: kept.read_at.toISOString(),
          expiresAt: kept.metadata.expiresAt,
          certificates: kept.metadata.certificates.length,
          error: kept.error,
        }
      : null,
    version: row.version,
  }
}

/** The settings as shown in the audit log: everything but the secret, and whether the secret changed. */
function shown(row: ConfigRow | undefined) {
  if (!row) return undefined
  const { sealed_client_secret: sealed, created_at: _, version: __, ...rest } = row
  return { ...rest, has_client_secret: sealed !== null }
}

async function wantedSaml(deps: SaveConfigDeps, before: ConfigRow | undefined, body: Body): Promise<Wanted> {
  const given = body.SAMLProperties
  if (!given?.metadataUrl) throw badInput({ 'SAMLProperties.MetadataUrl': ['is required'] })
  const { metadataUrl } = given
  if (!deps.outside.couldAsk(metadataUrl))
    throw badInput({
      'SAMLProperties.MetadataUrl': ['must be an address on the public internet that begins with https://'],
    })
  const wanted = given.idpEntityId === '' ? null : given.idpEntityId
  const spEntityId = given.spEntityId || partyOf(deps.baseUrl, body.customerId).defaultSpEntityId
  const columns = { ...none, sp_entity_id: spEntityId, metadata_url: metadataUrl }
  try {
    const metadata = await fetchMetadata(deps.outside, metadataUrl, wanted)
    return { columns: { ...columns, idp_entity_id: metadata.idpEntityId }, metadata }
  } catch (error) {
    if (!(error instanceof BadMetadata)) throw error
    // A provider that is down must not prevent turning 'Require SSO' off.
    const kept = before && (await findMetadata(deps.db, before.customer_id))
    const isSame = before?.metadata_url === metadataUrl && wanted === before.idp_entity_id
    if (kept && isSame) return { columns: { ...columns, idp_entity_id: wanted }, metadata: null }
    throw badInput({ 'SAMLProperties.MetadataUrl': [`${error.message}.`] })
  }
}

async function wantedOpenId(
  deps: SaveConfigDeps,
  before: ConfigRow | undefined,
  body: Body,
): Promise<Wanted> {
  const given = body.OpenIdProperties
  if (!given?.discoveryUrl) throw badInput({ 'OpenIdProperties.DiscoveryUrl': ['is required'] })
  const { discoveryUrl, clientId, clientSecret } = given
  if (!deps.outside.couldAsk(discoveryUrl))
    throw badInput({
      'OpenIdProperties.DiscoveryUrl': [
        'must be an address on the public internet that begins with https://',
      ],
    })
  // A secret belongs to its client: if it were used with another client or URL, it would be disclosed to someone else.
  const isSame = before?.discovery_url === discoveryUrl && before.client_id === clientId
  const kept = isSame ? before.sealed_client_secret : null
  const sealed = clientSecret ? deps.secrets.seal(clientSecret) : kept
  if (sealed === null) throw badInput({ 'OpenIdProperties.ClientSecret': ['is required'] })
  const columns = { ...none, discovery_url: discoveryUrl, client_id: clientId, sealed_client_secret: sealed }
  const provider = oidcProviderOf({ ...columns, idp_type: 'OpenIdConnect' }, undefined, deps.secrets)
  try {
    if (provider) await deps.oidc.check(provider)
  } catch (error) {
    if (!(error instanceof BadDiscovery)) throw error
    if (!isSame) throw badInput({ 'OpenIdProperties.DiscoveryUrl': [`${error.message}.`] })
  }
  return { columns, metadata: null }
}

async function wantedProvider(
  deps: SaveConfigDeps,
  before: ConfigRow | undefined,
  body: Body,
): Promise<Wanted> {
  if (body.IDPType === 'Saml2') return wantedSaml(deps, before, body)
  if (body.IDPType === 'OpenIdConnect') return wantedOpenId(deps, before, body)
  if (!deps.google)
    throw badInput({
      IDPType: [
        'Sign-in with Google is not set up on this server. Choose OpenID Connect with a client of your own.',
      ],
    })
  return { columns: none, metadata: null }
}

/** Requires a way to sign in while the provider is down: an active Admin of the customer with a password. */
async function assertBreakGlass(tx: Tx, body: Body) {
  const id = body.BreakGlassUserId ?? null
  const row = id === null ? undefined : await findUser(tx, body.customerId, id)
  const isFit = row?.is_active === true && row.role === 'Admin'
  if (id !== null && (!isFit || !(await findWithPassword(tx, [id])).has(id)))
    throw badInput({ BreakGlassUserId: ['must be an active Admin who has a password'] })
  if (!body.ForceSSO) return
  if (id === null)
    throw badInput({
      BreakGlassUserId: ['is required: choose who can still sign in when the identity provider is down'],
    })
  const domains = await listDomains(tx, body.customerId)
  if (!domains.some(({ verified_at }) => verified_at !== null))
    throw badInput({ ForceSSO: ['requires a verified email domain; otherwise no one could sign in'] })
}

async function assertGroup(tx: Tx, body: Body) {
  if (!body.AutoProvision) return
  const id = body.DefaultUserGroupSiteId
  if (id === null) throw badInput({ DefaultUserGroupSiteId: ['is required with auto-provisioning'] })
  if (!(await holdGroup(tx, body.customerId, id)))
    throw badInput({ DefaultUserGroupSiteId: ['is not one of the groups'] })
}

const isOtherProvider = (before: ConfigRow, { columns }: Wanted, body: Body) =>
  before.idp_type !== body.IDPType ||
  before.idp_entity_id !== columns.idp_entity_id ||
  before.discovery_url !== columns.discovery_url ||
  before.client_id !== columns.client_id

async function signOutAll(tx: Tx, appendFact: AppendFact<Facts>, customerId: number) {
  await signOutOfProvider(tx, appendFact, customerId, await listSignedOn(tx, customerId))
}

/** Sets up or changes single sign-on. */
export async function saveConfig(deps: SaveConfigDeps, doing: Doing, body: Body): Promise<SsoConfig> {
  const { caller, now, requestId } = doing
  const { customerId } = body
  // Called before anything is locked, because a provider may be slow.
  const wanted = await wantedProvider(deps, await findConfig(deps.db, customerId), body)
  return deps.changes.commit(async (tx, appendFact) => {
    const before = await seizeConfig(tx, customerId)
    if (before) assertNotOvertaken(saveSso, body.version, await wireConfig(tx, before))
    await assertGroup(tx, body)
    await assertBreakGlass(tx, body)
    const config: NewConfig = {
      ...wanted.columns,
      idp_type: body.IDPType,
      display_name: body.IDPDisplayName,
      auto_provision: body.AutoProvision,
      force_sso: body.ForceSSO,
      default_group_id: body.AutoProvision ? body.DefaultUserGroupSiteId : null,
      break_glass_id: body.BreakGlassUserId ?? null,
    }
    if (before) await updateConfig(tx, customerId, config)
    else if (!(await insertConfig(tx, customerId, config, now)))
      throw new Problem(409, 'Someone else has just set up single sign-on. Please check again.')
    if (wanted.metadata) await saveMetadata(tx, customerId, wanted.metadata, now)
    else if (body.IDPType !== 'Saml2') await deleteMetadata(tx, customerId)
    if (before && isOtherProvider(before, wanted, body)) await signOutAll(tx, appendFact, customerId)
    const after = await findConfig(tx, customerId)
    if (!after) throw new Error('What was just saved is missing')
    await recordAudit(
      tx,
      {
        by: caller,
        customerId,
        action: before ? 'single sign-on changed' : 'single sign-on set up',
        target: `customer ${customerId}`,
        before: shown(before),
        after: shown(after),
        requestId,
      },
      now,
    )
    return wireConfig(tx, after)
  })
}

/** Turns off single sign-on. People who signed in with it are signed out; passwords work again. */
export async function removeConfig(deps: SaveConfigDeps, doing: Doing, customerId: number): Promise<void> {
  const { caller, now, requestId } = doing
  await deps.changes.commit(async (tx, appendFact) => {
    const before = await seizeConfig(tx, customerId)
    if (!before) return
    await deleteConfig(tx, customerId)
    await signOutAll(tx, appendFact, customerId)
    await recordAudit(
      tx,
      {
        by: caller,
        customerId,
        action: 'single sign-on turned off',
        target: `customer ${customerId}`,
        before: shown(before),
        requestId,
      },
      now,
    )
  })
}
