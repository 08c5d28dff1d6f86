import { X509Certificate } from 'node:crypto'
import type { Outside } from '#server/platform/outside/index'
import { NotOutside } from '#server/platform/outside/index'
import { secondMs } from '#server/platform/clock'
import {
  childrenNamed,
  everyElement,
  NotStrictXml,
  readStrictXml,
  type XmlElement,
} from '#server/platform/strict-xml'

const metadataNamespace = 'urn:oasis:names:tc:SAML:2.0:metadata'
const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#'
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const longestMetadataBytes = 1024 * 1024
const mostCertificates = 10

/** The parts of an identity provider's metadata that are used here. */
export interface Metadata {
  readonly idpEntityId: string
  readonly signInUrl: string
  /** Every certificate that may sign: during a key rotation there are two. */
  readonly certificates: readonly string[]
  /** When the last certificate expires. */
  readonly expiresAt: string
}

/** Why metadata cannot be used, as text for the administrator. */
export class BadMetadata extends Error {}

const of = (element: XmlElement, name: string) => childrenNamed(element, metadataNamespace, name)

function certificatesIn(descriptor: XmlElement): X509Certificate[] {
  return of(descriptor, 'KeyDescriptor')
    .filter(({ attributes }) => (attributes.get('use') ?? 'signing') === 'signing')
    .flatMap(everyElement)
    .filter(({ name, namespace }) => name === 'X509Certificate' && namespace === signatureNamespace)
    .map(({ text }) => {
      try {
        return new X509Certificate(Buffer.from(text.replace(/\s+/g, ''), 'base64'))
      } catch {
        throw new BadMetadata('The metadata has a certificate that cannot be read')
      }
    })
}

/** Parses metadata; if it lists several providers, the wanted one. */
export function readMetadata(xml: string, wanted: string | null): Metadata {
  let root: XmlElement
  try {
    root = readStrictXml(xml, { comments: 'skipped' })
  } catch (error) {
    if (error instanceof NotStrictXml) throw new BadMetadata(`The metadata cannot be read: ${error.message}`)
    throw error
  }
  const providers = everyElement(root).filter(
    element =>
      element.name === 'EntityDescriptor' &&
      element.namespace === metadataNamespace &&
      of(element, 'IDPSSODescriptor').length > 0,
  )
  const idOf = (element: XmlElement) => element.attributes.get('entityID') ?? ''
  const matching = wanted === null ? providers : providers.filter(element => idOf(element) === wanted)
  const [entity] = matching
  if (providers.length === 0) throw new BadMetadata('This is not the metadata of a SAML identity provider')
  if (!entity || matching.length > 1 || idOf(entity) === '')
    throw new BadMetadata(
      wanted === null
        ? 'The metadata names several identity providers. Enter the entity ID of yours'
        : `The metadata is from another identity provider: ${providers.map(idOf).join(', ').slice(0, 300)}`,
    )

  const descriptors = of(entity, 'IDPSSODescriptor')
  const certificates = descriptors.flatMap(certificatesIn)
  if (certificates.length === 0 || certificates.length > mostCertificates)
    throw new BadMetadata('The metadata has no signing certificate, or too many of them')
  const signInUrl = descriptors
    .flatMap(descriptor => of(descriptor, 'SingleSignOnService'))
    .find(service => service.attributes.get('Binding') === redirectBinding)
    ?.attributes.get('Location')
  if (signInUrl === undefined || !/^https?:\/\//.test(signInUrl) || !URL.canParse(signInUrl))
    throw new BadMetadata('The metadata has no address for signing in (HTTP-Redirect)')
  const last = Math.max(...certificates.map(({ validTo }) => Date.parse(validTo)))
  return {
    idpEntityId: idOf(entity),
    signInUrl: new URL(signInUrl).href,
    certificates: [...new Set(certificates.map(certificate => certificate.raw.toString('base64')))],
    expiresAt: new Date(last).toISOString(),
  }
}

/** Fetches metadata from a customer-supplied URL: only public addresses are allowed. */
export async function fetchMetadata(outside: Outside, url: string, wanted: string | null): Promise<Metadata> {
  const answer = await outside
    .ask({
      url,
      method: 'GET',
      headers: { accept: 'application/samlmetadata+xml, application/xml, text/xml' },
      timeoutMs: 10 * secondMs,
      maxAnswerBytes: longestMetadataBytes,
    })
    .catch((error: unknown) => {
      if (error instanceof NotOutside)
        throw new BadMetadata('The address must be on the public internet and use HTTPS')
      throw new BadMetadata('The address did not respond, or its response is too long')
    })
  if (answer.status >= 300 && answer.status < 400)
    throw new BadMetadata('The address redirects to another one. Enter that one')
  if (answer.status !== 200) throw new BadMetadata(`The address returned an error (${answer.status})`)
  const metadata = readMetadata(answer.body.toString('utf8'), wanted)
  // The sign-in URL may lack TLS only if the metadata URL does too, which requires a network that the operator has
  // allowed.
  if (url.startsWith('https:') && !metadata.signInUrl.startsWith('https:'))
    throw new BadMetadata('The address for signing in must begin with https://')
  return metadata
}
