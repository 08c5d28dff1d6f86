import { createHash, randomBytes } from 'node:crypto'
import { emailDomain, mayUsePassword } from '#domain/access/single-sign-on'
import type { Facts } from '#server/facts'
import { recordAudit } from '#server/platform/audit'
import type { Changes } from '#server/platform/changes/index'
import { later, minuteMs } from '#server/platform/clock'
import { isStorableText } from '#server/platform/http/input'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import type {
  InsteadOfPassword,
  SignOnChoice,
  SignOnOutcome,
  SingleSignOn,
} from '#server/rooms/identity/index'
import { findUser, personOf } from '#server/rooms/users/index'
import { judgeSignIn, letIn } from './admission.ts'
import { BadDiscovery, type OidcClient } from './oidc.ts'
import { oidcProviderOf, partyOf, type GoogleClient } from './providers.ts'
import { refreshForUnknownKey, type RefreshDeps } from './refresh-metadata.ts'
import { SignOnRefused } from './refused.ts'
import { openResponse, readResponse, signInAddress, UnknownKey } from './saml.ts'
import type { Metadata } from './saml-metadata.ts'
import { findConfig, findConfigOfDomain, findMetadata, hasConfigs, type ConfigRow } from './store/configs.ts'
import {
  answerRequest,
  countResponse,
  finishRequest,
  insertAttempt,
  insertRequest,
  markRefused,
  useAssertion,
  type RequestRow,
  type StoredAssertion,
} from './store/visits.ts'

export interface SignOnDeps extends RefreshDeps {
  readonly changes: Pick<Changes<Facts>, 'commit'>
  readonly secrets: Secrets
  readonly oidc: OidcClient
  readonly google: GoogleClient | undefined
}

/** An accepted response, and where the browser continues. */
export type Taken =
  | { readonly kind: 'taken'; readonly request: RequestRow }
  | { readonly kind: 'refused'; readonly because: string; readonly isTrial: boolean }

export interface SignOn extends SingleSignOn {
  beginTrial(customerId: number, now: Date): Promise<{ readonly url: string } | { readonly because: string }>
  takeSaml(customerId: number, encoded: string, now: Date): Promise<Taken>
  takeOpenId(customerId: number, query: URLSearchParams, now: Date): Promise<Taken>
  finishTrial(requestId: string, now: Date): Promise<{ readonly isLetIn: boolean; readonly because: string }>
}

/** Long enough for a password, a second factor and finding a phone. */
const visitMs = 15 * minuteMs

const overtaken = 'The setup was changed in the meantime. Please try again.'
const unknownRequest = 'This sign-in has expired or has already been used. Please start again.'

const choiceOf = (config: ConfigRow | undefined): SignOnChoice | undefined =>
  config && {
    customerId: config.customer_id,
    displayName: config.display_name,
    isForced: config.force_sso,
  }

const samlOf = (metadata: Metadata) => ({
  idpEntityId: metadata.idpEntityId,
  signInUrl: metadata.signInUrl,
  certificates: metadata.certificates,
})

export function createSignOn(deps: SignOnDeps): SignOn {
  const { db, secrets, oidc, google, baseUrl } = deps

  const partyFor = (config: ConfigRow) => {
    const party = partyOf(baseUrl, config.customer_id)
    return { spEntityId: config.sp_entity_id ?? party.defaultSpEntityId, callbackUrl: party.callbackUrl }
  }

  async function begin(
    customerId: number,
    visit: { readonly purpose: RequestRow['purpose']; readonly interaction: string | null },
    now: Date,
  ) {
    const config = await findConfig(db, customerId)
    if (!config) return { because: 'Single sign-on is not set up.' }
    const verifier = randomBytes(32).toString('base64url')
    const row = {
      ...visit,
      // SAML requires an ID that does not begin with a digit.
      id: `_${randomBytes(24).toString('hex')}`,
      customer_id: customerId,
      config_version: config.version,
      nonce: randomBytes(24).toString('base64url'),
      sealed_verifier: secrets.seal(verifier),
      created_at: now,
      expires_at: later(now, visitMs),
    }
    const unreachable = {
      because: `${config.display_name} cannot be reached right now. Please try again later.`,
    }
    let url: string
    if (config.idp_type === 'Saml2') {
      const kept = await findMetadata(db, customerId)
      if (!kept) return unreachable
      url = await signInAddress(samlOf(kept.metadata), partyFor(config), { id: row.id, createdAt: now })
    } else {
      const provider = oidcProviderOf(config, google, secrets)
      if (!provider) return unreachable
      const callbackUrl = partyOf(baseUrl, customerId).openIdCallbackUrl
      try {
        url = await oidc.signInAddress(provider, { state: row.id, nonce: row.nonce, verifier, callbackUrl })
      } catch (error) {
        if (error instanceof BadDiscovery) return unreachable
        throw error
      }
    }
    // A URL from a discovery document becomes a link on our page.
    if (!/^https?:\/\//.test(url)) return unreachable
    await insertRequest(db, row)
    return { url }
  }

  /** Records a rejection for the administrator, even if another person was signed in. */
  async function note(
    request: RequestRow,
    now: Date,
    outcome: {
      readonly email: string | null
      readonly userId?: string | undefined
      readonly isLetIn: boolean
      /** Whether the provider said this. Anyone can send responses that it did not. */
      readonly isProven: boolean
      readonly because: string
    },
  ) {
    if (!outcome.isLetIn && request.purpose === 'sign-in')
      await db.transaction().execute(async tx => {
        if (!outcome.isProven && !(await markRefused(tx, request.customer_id, request.id, now))) return
        await recordAudit(
          tx,
          {
            by: 'system',
            customerId: request.customer_id,
            action: 'single sign-on refused',
            target: outcome.email?.slice(0, 254) ?? 'unknown person',
            reason: outcome.because.slice(0, 500),
          },
          now,
        )
      })
    await insertAttempt(db, {
      customer_id: request.customer_id,
      at: now,
      email: outcome.email?.slice(0, 254) ?? null,
      user_id: outcome.userId ?? null,
      is_trial: request.purpose === 'try',
      is_let_in: outcome.isLetIn,
      because: outcome.because.slice(0, 500),
    })
  }

  async function openVisit(customerId: number, id: string, now: Date) {
    const request = isStorableText(id) ? await countResponse(db, customerId, id, now) : undefined
    const config = request && (await findConfig(db, customerId))
    return request && config ? { request, config } : undefined
  }

  /** Reads a response and stores its contents, only once. A rejected one is counted, but does not use anything up. */
  async function take(
    { request, config }: { readonly request: RequestRow; readonly config: ConfigRow },
    now: Date,
    read: () => Promise<void>,
  ): Promise<Taken> {
    try {
      if (config.version !== request.config_version) throw new SignOnRefused(overtaken)
      await read()
      return { kind: 'taken', request }
    } catch (error) {
      if (!(error instanceof SignOnRefused) && !(error instanceof BadDiscovery)) throw error
      await note(request, now, {
        email: null,
        isLetIn: false,
        isProven: false,
        because: error.message,
      })
      const isTrial = request.purpose === 'try'
      return { kind: 'refused', because: error.message, isTrial }
    }
  }

  async function insteadOfPasswordIn(tx: Db, customerId: number): Promise<InsteadOfPassword> {
    const config = await findConfig(tx, customerId)
    if (!config?.force_sso) return () => undefined
    const { break_glass_id: id } = config
    const emergency = id === null ? undefined : await findUser(tx, customerId, id)
    // A disabled account, or one that no longer belongs to an Admin, does not qualify.
    const breakGlassId = emergency?.is_active && emergency.role === 'Admin' ? id : null
    return row =>
      mayUsePassword({ isForced: true, breakGlassId }, personOf(row)) ? undefined : choiceOf(config)
  }

  const stranger = (because: string): Taken => ({ kind: 'refused', because, isTrial: false })

  return {
    isUsed: () => hasConfigs(db, 'system'),

    async forTyped(typed) {
      const domain = emailDomain(typed)
      return domain === undefined ? undefined : choiceOf(await findConfigOfDomain(db, 'system', domain))
    },

    forCustomer: async customerId => choiceOf(await findConfig(db, customerId)),

    insteadOfPasswordIn,
    insteadOfPassword: async row => (await insteadOfPasswordIn(db, row.customer_id))(row),

    begin: (customerId, interaction, now) => begin(customerId, { purpose: 'sign-in', interaction }, now),
    beginTrial: (customerId, now) => begin(customerId, { purpose: 'try', interaction: null }, now),

    async takeSaml(customerId, encoded, now) {
      let opened: ReturnType<typeof openResponse>
      try {
        opened = openResponse(encoded)
      } catch (error) {
        if (error instanceof SignOnRefused) return stranger(error.message)
        throw error
      }
      const visit = await openVisit(customerId, opened.shape.inResponseTo, now)
      if (!visit || visit.config.idp_type !== 'Saml2') return stranger(unknownRequest)
      const { request, config } = visit
      return take(visit, now, async () => {
        const kept = await findMetadata(db, customerId)
        if (!kept) throw new SignOnRefused(overtaken)
        const inHand = { id: request.id, createdAt: request.created_at }
        const readWith = (metadata: Metadata) =>
          readResponse(
            opened,
            samlOf(metadata),
            { ...partyFor(config), idpEntityId: metadata.idpEntityId, requestId: request.id, now },
            inHand,
          )
        const assertion = await readWith(kept.metadata).catch(async (error: unknown) => {
          const newer = error instanceof UnknownKey && (await refreshForUnknownKey(deps, config, now))
          if (!newer) throw error
          return readWith(newer)
        })
        const asserted: StoredAssertion = {
          ...assertion.asserted,
          provider: `saml ${kept.metadata.idpEntityId}`,
        }
        await db.transaction().execute(async tx => {
          const isNew = await useAssertion(tx, {
            customer_id: customerId,
            assertion_hash: createHash('sha256').update(assertion.id).digest('hex'),
            expires_at: assertion.expiresAt,
          })
          if (!isNew || !(await answerRequest(tx, customerId, request.id, asserted, now)))
            throw new SignOnRefused('This response has already been used')
        })
      })
    },

    async takeOpenId(customerId, query, now) {
      const visit = await openVisit(customerId, query.get('state') ?? '', now)
      if (!visit || visit.config.idp_type === 'Saml2') return stranger(unknownRequest)
      const { request, config } = visit
      return take(visit, now, async () => {
        const provider = oidcProviderOf(config, google, secrets)
        if (!provider || request.nonce === null || request.sealed_verifier === null)
          throw new SignOnRefused(overtaken)
        const { provider: issuer, ...asserted } = await oidc.read(
          provider,
          {
            state: request.id,
            nonce: request.nonce,
            verifier: secrets.open(request.sealed_verifier),
            callbackUrl: partyOf(baseUrl, customerId).openIdCallbackUrl,
          },
          query.toString(),
        )
        if (
          !(await answerRequest(db, customerId, request.id, { ...asserted, provider: `oidc ${issuer}` }, now))
        )
          throw new SignOnRefused('This response has already been used')
      })
    },

    async finish(requestId, interaction, now): Promise<SignOnOutcome> {
      const request = await finishRequest(db, 'system', requestId, 'sign-in', interaction, now)
      if (!request?.asserted) return { kind: 'refused', because: unknownRequest }
      const { customer_id: customerId, asserted } = request
      const config = await findConfig(db, customerId)
      if (config?.version !== request.config_version) return { kind: 'refused', because: overtaken }
      const admission = await letIn(deps, config, asserted, now)
      const isLetIn = admission.kind !== 'refuse'
      const { userId, because } = admission
      await note(request, now, { email: asserted.email, userId, isLetIn, isProven: true, because })
      return isLetIn && userId !== undefined
        ? { kind: 'welcome', userId, customerId }
        : { kind: 'refused', because }
    },

    async finishTrial(requestId, now) {
      const request = await finishRequest(db, 'system', requestId, 'try', null, now)
      const config = request && (await findConfig(db, request.customer_id))
      if (!config || !request.asserted) return { isLetIn: false, because: unknownRequest }
      const admission = await judgeSignIn(db, config, request.asserted)
      const isLetIn = admission.kind !== 'refuse'
      const who = request.asserted.email ?? 'This person'
      const { because } = admission
      const userId = 'userId' in admission ? admission.userId : undefined
      await note(request, now, { email: request.asserted.email, userId, isLetIn, isProven: true, because })
      return {
        isLetIn,
        because: isLetIn ? `${who} would be signed in. ${because}` : `${who}: ${because}`,
      }
    },
  }
}
