import { whyNoPasskeys } from '#domain/access/passkeys'

/** How browsers identify this server. A passkey works only for the host name for which it was created. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
  /** Why browsers do not allow passkeys here; null if they do. */
  readonly whyNot: string | null
}

export function relyingPartyOf(baseUrl: string): RelyingParty {
  const { hostname, origin, protocol } = new URL(baseUrl)
  const whyNot = whyNoPasskeys({ isEncrypted: protocol === 'https:', host: hostname })
  return { id: hostname, origin, whyNot }
}
