import type { Secrets } from '#server/platform/secrets'
import { googleDiscoveryUrl, type OidcProvider } from './oidc.ts'
import type { ConfigRow } from './store/configs.ts'

/** The operator's Google client credentials. */
export interface GoogleClient {
  readonly clientId: string
  readonly clientSecret: string
}

/** The URLs and names by which identity providers know a customer of this server. */
export function partyOf(baseUrl: string, customerId: number) {
  const root = `${baseUrl}/identity/sso/${customerId}`
  return {
    defaultSpEntityId: root,
    callbackUrl: `${root}/acs`,
    openIdCallbackUrl: `${root}/callback`,
    serviceMetadataUrl: `${root}/metadata`,
    tryUrl: `${root}/try`,
  }
}

/** A customer's OpenID Connect provider; undefined if the settings are unusable. */
export function oidcProviderOf(
  config: Pick<ConfigRow, 'idp_type' | 'discovery_url' | 'client_id' | 'sealed_client_secret'>,
  google: GoogleClient | undefined,
  secrets: Pick<Secrets, 'open'>,
): OidcProvider | undefined {
  if (config.idp_type === 'Google')
    return google && { discoveryUrl: googleDiscoveryUrl, ...google, needsVerifiedEmail: true }
  const { discovery_url: discoveryUrl, client_id: clientId, sealed_client_secret: sealed } = config
  if (discoveryUrl === null || clientId === null || sealed === null) return undefined
  return { discoveryUrl, clientId, clientSecret: secrets.open(sealed), needsVerifiedEmail: false }
}
