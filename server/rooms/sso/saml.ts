import { SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { SignOnRefused } from './refused.ts'
import {
  checkEnvelope,
  samlClockSkewMs,
  readAssertion,
  type ExpectedAssertion,
  type ReadAssertion,
} from './saml-assertion.ts'
import { checkShape, longestResponseBytes, type ResponseShape } from './saml-shape.ts'

export interface SamlProvider {
  readonly idpEntityId: string
  readonly signInUrl: string
  readonly certificates: readonly string[]
}

export interface SamlParty {
  readonly spEntityId: string
  readonly callbackUrl: string
}

/** Thrown if a signature matches none of the known certificates, because there may be a newer one. */
export class UnknownKey extends SignOnRefused {}

interface RequestInHand {
  readonly id: string
  readonly createdAt: Date
}

function samlOf(provider: SamlProvider, party: SamlParty, request: RequestInHand): SAML {
  return new SAML({
    callbackUrl: party.callbackUrl,
    issuer: party.spEntityId,
    audience: party.spEntityId,
    entryPoint: provider.signInUrl,
    idpIssuer: provider.idpEntityId,
    idpCert: [...provider.certificates],
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    wantAssertionsSigned: true,
    // Most providers sign only the assertion, and nothing is read from outside it.
    wantAuthnResponseSigned: false,
    validateInResponseTo: ValidateInResponseTo.always,
    acceptedClockSkewMs: samlClockSkewMs,
    disableRequestedAuthnContext: true,
    // Any permanent identifier is accepted; the provider's setup selects it.
    identifierFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
    generateUniqueId: () => request.id,
    // Requests are in the database, where every process sees them and only one can use each of them.
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async id => (id === request.id ? request.createdAt.toISOString() : null),
      removeAsync: async () => null,
    },
  })
}

/** The URL to which the browser is sent to sign in. */
export function signInAddress(
  provider: SamlProvider,
  party: SamlParty,
  request: RequestInHand,
): Promise<string> {
  return samlOf(provider, party, request).getAuthorizeUrlAsync('', undefined, {})
}

/** A first, cheap parse: enough to know which request the response claims to answer. */
export function openResponse(encoded: string): { readonly encoded: string; readonly shape: ResponseShape } {
  if (encoded.length > Math.ceil((longestResponseBytes * 4) / 3))
    throw new SignOnRefused('The response is too long')
  const bytes = Buffer.from(encoded, 'base64')
  const xml = bytes.toString('utf8')
  if (!Buffer.from(xml, 'utf8').equals(bytes)) throw new SignOnRefused('The response is not UTF-8')
  return { encoded, shape: checkShape(xml) }
}

/**
 * Verifies and reads a response. The library verifies the signature. Values are read only from the text that it
 * verified, with a strict parser, and are checked again in full.
 */
export async function readResponse(
  { encoded, shape }: ReturnType<typeof openResponse>,
  provider: SamlProvider,
  expected: ExpectedAssertion,
  request: RequestInHand,
): Promise<ReadAssertion> {
  checkEnvelope(shape, expected)
  const saml = samlOf(provider, expected, request)
  const { profile } = await saml
    .validatePostResponseAsync({ SAMLResponse: encoded })
    .catch((error: unknown) => {
      const because = error instanceof Error ? error.message : String(error)
      if (/^Invalid (document )?signature$/.test(because))
        throw new UnknownKey(
          'The signature was not made with a certificate from the identity provider’s metadata',
        )
      throw new SignOnRefused(plainWords(because))
    })
  if (!profile?.getAssertionXml) throw new SignOnRefused('There is no assertion in the response')
  return readAssertion(profile.getAssertionXml(), expected)
}

/** Rewords errors of the library that match our own checks. */
function plainWords(because: string): string {
  if (/expired/.test(because)) return 'The assertion has expired. Check the clock of the identity provider'
  if (/not yet valid/.test(because))
    return 'The assertion is not valid yet. Check the clock of the identity provider'
  if (/[Aa]udience/.test(because)) return 'The assertion is meant for another application (Audience)'
  if (/subject confirmation/.test(because))
    return 'The assertion has expired. Check the clock of the identity provider'
  return `The response is not valid: ${because.slice(0, 200)}`
}
