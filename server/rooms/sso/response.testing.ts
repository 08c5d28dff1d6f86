import { SignedXml } from 'xml-crypto'
import { minuteMs } from '#server/platform/clock'
import type { TestCertificate } from './certificate.testing.ts'

/** The contents of a test response; everything that a test does not set is valid. */
export interface ResponseParts {
  readonly requestId: string
  readonly callbackUrl: string
  readonly audience: string
  readonly issuer: string
  readonly nameId: string
  readonly email: string
  readonly now: Date
  readonly assertionId: string
  readonly responseId: string
  readonly recipient: string
  readonly destination: string
  readonly lifetimeMs: number
  readonly status: string
}

export const assertionOf = (parts: ResponseParts) => {
  const at = (ms: number) => new Date(parts.now.getTime() + ms).toISOString()
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${parts.assertionId}" Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${parts.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${parts.nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${parts.requestId}" NotOnOrAfter="${at(parts.lifetimeMs)}" Recipient="${parts.recipient}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(-minuteMs)}" NotOnOrAfter="${at(parts.lifetimeMs)}"><saml:AudienceRestriction><saml:Audience>${parts.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>${parts.email}</saml:AttributeValue></saml:Attribute><saml:Attribute Name="firstName"><saml:AttributeValue>Ann</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion>`
}

export const responseOf = (parts: ResponseParts, assertion: string) =>
  `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${parts.responseId}" Version="2.0" IssueInstant="${parts.now.toISOString()}" Destination="${parts.destination}" InResponseTo="${parts.requestId}"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${parts.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${parts.status}"/></samlp:Status>${assertion}</samlp:Response>`

export interface Signing {
  readonly certificate: TestCertificate
  readonly element: 'Assertion' | 'Response'
  readonly algorithm?: string
  readonly digest?: string
}

/** Signs an element of a response, at the position the schema requires. */
export function signed(xml: string, { certificate, element, ...how }: Signing): string {
  const path = `//*[local-name(.)='${element}']`
  const signing = new SignedXml({
    privateKey: certificate.privateKey,
    signatureAlgorithm: how.algorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  })
  signing.addReference({
    xpath: path,
    digestAlgorithm: how.digest ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ],
  })
  signing.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${path}/*[local-name(.)='Issuer']`, action: 'after' },
  })
  return signing.getSignedXml()
}

export const encoded = (xml: string) => Buffer.from(xml, 'utf8').toString('base64')

export function metadataOf(
  entityId: string,
  certificates: readonly TestCertificate[],
  signInUrl = 'https://idp.example.org/sso',
): string {
  const keys = certificates.map(
    ({ base64 }) =>
      `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${base64}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
  )
  return `<?xml version="1.0"?><!-- made by hand --><EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join('')}<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signInUrl}"/></IDPSSODescriptor></EntityDescriptor>`
}
