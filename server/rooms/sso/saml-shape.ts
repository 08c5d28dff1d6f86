import {
  childrenNamed,
  everyElement,
  NotStrictXml,
  readStrictXml,
  type XmlElement,
} from '#server/platform/strict-xml'
import { SignOnRefused } from './refused.ts'

const protocolNamespace = 'urn:oasis:names:tc:SAML:2.0:protocol'
export const assertionNamespace = 'urn:oasis:names:tc:SAML:2.0:assertion'
const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#'

/** A genuine response is about 10 kB. */
export const longestResponseBytes = 256 * 1024

const canonicalization = new Set([
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
])
const transforms = new Set([...canonicalization, 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'])
const signatures = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
])
const digests = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
])

const algorithmOf = (element: XmlElement | undefined) => element?.attributes.get('Algorithm') ?? ''

function only(parent: XmlElement, name: string): XmlElement {
  const [found, ...more] = childrenNamed(parent, signatureNamespace, name)
  if (!found || more.length > 0) throw new SignOnRefused(`A signature must have one ${name}`)
  return found
}

/** Requires one reference, to the element that contains the signature, with algorithms that cannot be forged today. */
function checkSignature(signature: XmlElement, signed: XmlElement) {
  if (signature.children.some(({ name }) => !['SignedInfo', 'SignatureValue', 'KeyInfo'].includes(name)))
    throw new SignOnRefused('A signature contains parts that are not allowed')
  const info = only(signature, 'SignedInfo')
  only(signature, 'SignatureValue')
  const reference = only(info, 'Reference')
  if (reference.attributes.get('URI') !== `#${signed.attributes.get('ID') ?? ''}`)
    throw new SignOnRefused('A signature is for a different element than the one that contains it')
  if (
    !signatures.has(algorithmOf(only(info, 'SignatureMethod'))) ||
    !digests.has(algorithmOf(only(reference, 'DigestMethod')))
  )
    throw new SignOnRefused(
      'The response is signed with an outdated algorithm (SHA-1). Choose SHA-256 at the identity provider',
    )
  const steps = childrenNamed(only(reference, 'Transforms'), signatureNamespace, 'Transform')
  if (
    !canonicalization.has(algorithmOf(only(info, 'CanonicalizationMethod'))) ||
    steps.length === 0 ||
    steps.length > 2 ||
    !steps.every(step => transforms.has(algorithmOf(step)))
  )
    throw new SignOnRefused('A signature changes the text in a way that is not allowed')
}

export interface ResponseShape {
  readonly response: XmlElement
  readonly inResponseTo: string
}

/**
 * Checks the whole response before its signature. It must have one assertion, in the expected position and signed
 * there, and nothing that could hide a second one. How the signature library's parser treats oddities is then
 * irrelevant.
 */
export function checkShape(xml: string): ResponseShape {
  const response = read(xml)
  const elements = everyElement(response)
  const named = (name: string) => elements.filter(element => element.name === name)
  if (response.name !== 'Response' || response.namespace !== protocolNamespace)
    throw new SignOnRefused('This is not a SAML response')
  if (named('Response').length > 1) throw new SignOnRefused('There is a response inside the response')
  refuseStatus(response)
  if (named('EncryptedAssertion').length > 0)
    throw new SignOnRefused('The assertion is encrypted. Turn encryption off at the identity provider')

  const assertions = named('Assertion')
  const [assertion] = assertions
  if (!assertion) throw new SignOnRefused('There is no assertion in the response')
  if (assertions.length > 1) throw new SignOnRefused('There is more than one assertion in the response')
  if (assertion.parent !== response || assertion.namespace !== assertionNamespace)
    throw new SignOnRefused('The assertion is not where it belongs')

  const ids = elements.flatMap(({ attributes }) =>
    ['ID', 'Id', 'id'].flatMap(name => attributes.get(name) ?? []),
  )
  if (new Set(ids).size !== ids.length) throw new SignOnRefused('Two elements have the same ID')

  for (const signature of named('Signature')) {
    const { parent } = signature
    if (
      signature.namespace !== signatureNamespace ||
      !parent ||
      (parent !== response && parent !== assertion)
    )
      throw new SignOnRefused('A signature is not where it belongs')
    if (parent.children.filter(({ name }) => name === 'Signature').length > 1)
      throw new SignOnRefused('An element has more than one signature')
    checkSignature(signature, parent)
  }
  if (!assertion.children.some(({ name }) => name === 'Signature'))
    throw new SignOnRefused('The assertion is not signed')
  const inResponseTo = response.attributes.get('InResponseTo') ?? ''
  if (inResponseTo === '')
    throw new SignOnRefused('The response does not belong to a request. Sign in from Skywarden instead')
  return { response, inResponseTo }
}

function read(xml: string): XmlElement {
  try {
    return readStrictXml(xml)
  } catch (error) {
    if (error instanceof NotStrictXml)
      throw new SignOnRefused(`The response cannot be read: ${error.message}`)
    throw error
  }
}

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'

function refuseStatus(response: XmlElement) {
  const [status] = childrenNamed(response, protocolNamespace, 'Status')
  const [code] = status ? childrenNamed(status, protocolNamespace, 'StatusCode') : []
  const value = code?.attributes.get('Value')
  if (value === success) return
  const [inner] = code ? childrenNamed(code, protocolNamespace, 'StatusCode') : []
  const short = (inner?.attributes.get('Value') ?? value ?? 'no status').split(':').at(-1) ?? ''
  throw new SignOnRefused(`The identity provider refused to sign the person in (${short.slice(0, 60)})`)
}
