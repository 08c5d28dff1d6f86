import type { Asserted } from '#domain/access/single-sign-on'
import { secondMs } from '#server/platform/clock'
import { childrenNamed, readStrictXml, type XmlElement } from '#server/platform/strict-xml'
import { SignOnRefused } from './refused.ts'
import { assertionNamespace, type ResponseShape } from './saml-shape.ts'

/** The maximum clock difference between the two servers. */
export const samlClockSkewMs = 60 * secondMs

export interface ExpectedAssertion {
  readonly requestId: string
  readonly callbackUrl: string
  readonly spEntityId: string
  readonly idpEntityId: string
  readonly now: Date
}

export interface ReadAssertion {
  readonly id: string
  readonly expiresAt: Date
  readonly asserted: Asserted
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const transientFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
const emailNames = [
  `${claims}/emailaddress`,
  'email',
  'mail',
  'emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
]
const firstNames = [
  `${claims}/givenname`,
  'firstname',
  'givenname',
  'given_name',
  'first_name',
  'urn:oid:2.5.4.42',
]
const lastNames = [
  `${claims}/surname`,
  'lastname',
  'surname',
  'sn',
  'family_name',
  'last_name',
  'urn:oid:2.5.4.4',
]

const parts = (parent: XmlElement | undefined, name: string) =>
  parent ? childrenNamed(parent, assertionNamespace, name) : []

function onlyPart(parent: XmlElement, name: string): XmlElement {
  const [found, ...more] = parts(parent, name)
  if (!found || more.length > 0) throw new SignOnRefused(`The assertion must have one ${name}`)
  return found
}

/** Requires plain text: parsers could disagree about an element inside. */
function textOf(element: XmlElement): string {
  if (element.children.length > 0) throw new SignOnRefused(`${element.name} has more than text in it`)
  return element.text.trim()
}

function timeOf(element: XmlElement, name: string): number | undefined {
  const text = element.attributes.get(name)
  if (text === undefined) return undefined
  const time = Date.parse(text)
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) || Number.isNaN(time))
    throw new SignOnRefused(`${name} is not a time`)
  return time
}

const expired = 'The assertion has expired. Check the clock of the identity provider'

function checkTimes(element: XmlElement, now: Date): number | undefined {
  const [from, until] = [timeOf(element, 'NotBefore'), timeOf(element, 'NotOnOrAfter')]
  if (from !== undefined && now.getTime() + samlClockSkewMs < from)
    throw new SignOnRefused('The assertion is not valid yet. Check the clock of the identity provider')
  if (until !== undefined && now.getTime() - samlClockSkewMs >= until) throw new SignOnRefused(expired)
  return until
}

/** Checks what is outside the signed assertion, which can only lead to a rejection. */
export function checkEnvelope({ response, inResponseTo }: ResponseShape, expected: ExpectedAssertion): void {
  if (inResponseTo !== expected.requestId)
    throw new SignOnRefused('The response belongs to a different request')
  if (response.attributes.get('Destination') !== expected.callbackUrl)
    throw new SignOnRefused('The response is meant for another address (Destination)')
  const [issuer] = parts(response, 'Issuer')
  if (issuer && textOf(issuer) !== expected.idpEntityId)
    throw new SignOnRefused('The response comes from another identity provider (Issuer)')
}

function checkSubject(subject: XmlElement, expected: ExpectedAssertion): number {
  let because = 'The assertion does not say who it is for (SubjectConfirmation)'
  for (const confirmation of parts(subject, 'SubjectConfirmation')) {
    const [data] = parts(confirmation, 'SubjectConfirmationData')
    if (confirmation.attributes.get('Method') !== bearer || !data) continue
    const until = timeOf(data, 'NotOnOrAfter')
    if (data.attributes.get('Recipient') !== expected.callbackUrl)
      because = 'The assertion is meant for another address (Recipient)'
    else if (data.attributes.get('InResponseTo') !== expected.requestId)
      because = 'The assertion belongs to a different request'
    else if (until === undefined || data.attributes.has('NotBefore'))
      because = 'The assertion has no valid expiry time (NotOnOrAfter)'
    else if (expected.now.getTime() - samlClockSkewMs >= until) because = expired
    else return until
  }
  throw new SignOnRefused(because)
}

function attributesOf(assertion: XmlElement): Map<string, string> {
  const found = new Map<string, string>()
  for (const statement of parts(assertion, 'AttributeStatement')) {
    for (const attribute of parts(statement, 'Attribute')) {
      const [value, ...more] = parts(attribute, 'AttributeValue')
      const name = attribute.attributes.get('Name')?.toLowerCase()
      // Several values are ambiguous, and structured content is not text.
      if (name === undefined || !value || more.length > 0 || value.children.length > 0) continue
      if (found.has(name)) throw new SignOnRefused('The assertion has the same attribute twice')
      found.set(name, value.text.trim())
    }
  }
  return found
}

/** Reads an assertion from exactly the text whose signature was verified. */
export function readAssertion(signedXml: string, expected: ExpectedAssertion): ReadAssertion {
  const assertion = readStrictXml(signedXml)
  if (assertion.name !== 'Assertion' || assertion.namespace !== assertionNamespace)
    throw new SignOnRefused('The signed element is not an assertion')
  const id = assertion.attributes.get('ID') ?? ''
  if (id === '') throw new SignOnRefused('The assertion has no ID')
  if (textOf(onlyPart(assertion, 'Issuer')) !== expected.idpEntityId)
    throw new SignOnRefused('The assertion comes from another identity provider (Issuer)')

  const subject = onlyPart(assertion, 'Subject')
  const confirmedUntil = checkSubject(subject, expected)
  const conditions = onlyPart(assertion, 'Conditions')
  const validUntil = checkTimes(conditions, expected.now)
  const restrictions = parts(conditions, 'AudienceRestriction')
  const isForUs = (restriction: XmlElement) =>
    parts(restriction, 'Audience').some(audience => textOf(audience) === expected.spEntityId)
  if (restrictions.length === 0 || !restrictions.every(isForUs))
    throw new SignOnRefused('The assertion is meant for another application (Audience)')
  const [statement] = parts(assertion, 'AuthnStatement')
  if (!statement) throw new SignOnRefused('The assertion does not say that the person has signed in')

  const nameId = onlyPart(subject, 'NameID')
  const format = nameId.attributes.get('Format')
  const subjectName = textOf(nameId)
  // An ID that changes every time would create a new account every time.
  if (format === transientFormat)
    throw new SignOnRefused(
      'The NameID is transient. Choose a persistent one, or the email address, at the identity provider',
    )
  const attributes = attributesOf(assertion)
  const first = (names: readonly string[]) =>
    names
      .map(name => attributes.get(name.toLowerCase()))
      .find(value => value !== undefined && value !== '') ?? null
  return {
    id,
    expiresAt: new Date(Math.max(confirmedUntil, validUntil ?? 0) + samlClockSkewMs),
    asserted: {
      subject: subjectName,
      email: first(emailNames) ?? (format === emailFormat || subjectName.includes('@') ? subjectName : null),
      isEmailVerified: true,
      firstName: first(firstNames),
      lastName: first(lastNames),
    },
  }
}
