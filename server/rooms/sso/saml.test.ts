import { describe, expect, test } from 'vitest'
import { minuteMs, systemClock } from '#server/platform/clock'
import { makeCertificate } from './certificate.testing.ts'
import { assertionOf, encoded, responseOf, signed, type ResponseParts } from './response.testing.ts'
import { SignOnRefused } from './refused.ts'
import { openResponse, readResponse, signInAddress } from './saml.ts'

const certificate = makeCertificate()
const newer = makeCertificate()
const stranger = makeCertificate()
const callbackUrl = 'https://weather.example.org/identity/sso/1/acs'
const spEntityId = 'https://weather.example.org/identity/sso/1'
const issuer = 'https://idp.example.org/'
const now = systemClock.now()

const right: ResponseParts = {
  requestId: '_request',
  callbackUrl,
  audience: spEntityId,
  issuer,
  nameId: 'ann-1',
  email: 'ann@school.org',
  now,
  assertionId: '_assertion',
  responseId: '_response',
  recipient: callbackUrl,
  destination: callbackUrl,
  lifetimeMs: 5 * minuteMs,
  status: 'Success',
}

const made = (change: Partial<ResponseParts> = {}) => {
  const parts = { ...right, ...change }
  return responseOf(parts, assertionOf(parts))
}
const good = (change: Partial<ResponseParts> = {}) =>
  signed(made(change), { certificate, element: 'Assertion' })

const read = async (xml: string, certificates = [certificate]) =>
  readResponse(
    openResponse(encoded(xml)),
    {
      idpEntityId: issuer,
      signInUrl: 'https://idp.example.org/sso',
      certificates: certificates.map(one => one.base64),
    },
    { requestId: '_request', callbackUrl, spEntityId, idpEntityId: issuer, now },
    { id: '_request', createdAt: now },
  )

async function expectRefused(xml: string, because: string | RegExp) {
  const reading = read(xml)
  await expect(reading).rejects.toThrow(because)
  await expect(reading).rejects.toBeInstanceOf(SignOnRefused)
}

/** A part of a response, as text. */
const part = (xml: string, name: string) =>
  new RegExp(`<(?:\\w+:)?${name}[ >][^]*?</(?:\\w+:)?${name}>`).exec(xml)?.[0] ?? ''

describe('a valid response', () => {
  test('is accepted with a signed assertion', async () => {
    const { id, asserted } = await read(good())
    expect(id).toBe('_assertion')
    expect(asserted).toEqual({
      subject: 'ann-1',
      email: 'ann@school.org',
      isEmailVerified: true,
      firstName: 'Ann',
      lastName: null,
    })
  })

  test('is accepted if the response is signed too', async () => {
    const both = signed(good(), { certificate, element: 'Response' })
    expect((await read(both)).asserted.subject).toBe('ann-1')
  })

  test('is accepted with any certificate in the metadata, during a key rotation', async () => {
    const byNewer = signed(made(), { certificate: newer, element: 'Assertion' })
    expect((await read(byNewer, [certificate, newer])).id).toBe('_assertion')
  })

  test('is requested with the request’s own ID, and the address it is sent to', async () => {
    const provider = {
      idpEntityId: issuer,
      signInUrl: 'https://idp.example.org/sso?x=1',
      certificates: [certificate.base64],
    }
    const url = new URL(
      await signInAddress(provider, { spEntityId, callbackUrl }, { id: '_abc', createdAt: now }),
    )
    const { inflateRawSync } = await import('node:zlib')
    const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
    expect(url.searchParams.get('x')).toBe('1')
    expect(xml).toContain('ID="_abc"')
    expect(xml).toContain(`AssertionConsumerServiceURL="${callbackUrl}"`)
  })
})

describe('signature wrapping', () => {
  const evil = assertionOf({ ...right, assertionId: '_evil', nameId: 'admin', email: 'admin@school.org' })
  const original = part(good(), 'Assertion')
  const signature = part(original, 'Signature')
  const unsigned = original.replace(signature, '')
  const wholeSigned = signed(made(), { certificate, element: 'Response' })
  const responseSignature = part(wholeSigned, 'Signature')
  const evilResponse = (inside: string) =>
    responseOf({ ...right, responseId: '_evil-response' }, evil).replace(
      '<samlp:Status>',
      `${inside}<samlp:Status>`,
    )
  const withEvil = (assertion: string) => responseOf(right, assertion)

  test.each<[string, string, RegExp]>([
    // 1 and 2: the response is signed, and then moved into or next to another one.
    [
      'XSW1',
      evilResponse(
        responseSignature.replace(
          '</ds:Signature>',
          `<ds:Object>${wholeSigned.replace(responseSignature, '')}</ds:Object></ds:Signature>`,
        ),
      ),
      /response inside the response/,
    ],
    [
      'XSW2',
      evilResponse(`${wholeSigned.replace(responseSignature, '')}${responseSignature}`),
      /response inside the response/,
    ],
    // 3 to 6: the signed assertion is moved next to or into a forged one, or into its signature.
    ['XSW3', withEvil(`${evil}${original}`), /more than one assertion/],
    [
      'XSW4',
      withEvil(evil.replace('</saml:Assertion>', `${original}</saml:Assertion>`)),
      /more than one assertion/,
    ],
    [
      'XSW5',
      withEvil(`${evil.replace('</saml:Issuer>', `</saml:Issuer>${signature}`)}${unsigned}`),
      /more than one assertion/,
    ],
    [
      'XSW6',
      withEvil(
        evil.replace(
          '</saml:Issuer>',
          `</saml:Issuer>${signature.replace('</ds:Signature>', `<ds:Object>${unsigned}</ds:Object></ds:Signature>`)}`,
        ),
      ),
      /more than one assertion/,
    ],
    // 7 and 8: the signed assertion is moved into extensions, or into an object, which a schema allows to contain
    // anything.
    ['XSW7', withEvil(`<samlp:Extensions>${original}</samlp:Extensions>${evil}`), /more than one assertion/],
    [
      'XSW8',
      withEvil(
        evil.replace(
          '</saml:Issuer>',
          `</saml:Issuer>${signature.replace('</ds:Signature>', `<ds:Object><x>${original}</x></ds:Object></ds:Signature>`)}`,
        ),
      ),
      /more than one assertion/,
    ],
    [
      'unsigned next to signed, renamed',
      withEvil(`${original}<x:Assertion xmlns:x="urn:x"/>`),
      /more than one assertion/,
    ],
    [
      'another element’s signature',
      withEvil(evil.replace('</saml:Issuer>', `</saml:Issuer>${signature}`)),
      /for a different element/,
    ],
    [
      'the same ID for a forged assertion',
      withEvil(
        evil.replaceAll('_evil', '_assertion').replace('</saml:Issuer>', `</saml:Issuer>${signature}`),
      ),
      /was not made with a certificate/,
    ],
    [
      'the same ID twice',
      withEvil(original).replace('<samlp:Status>', '<samlp:Status Id="_assertion">'),
      /same ID/,
    ],
    [
      'an assertion that is elsewhere',
      responseOf(right, `<samlp:Extensions>${original}</samlp:Extensions>`),
      /not where it belongs/,
    ],
    [
      'an object in the signature',
      withEvil(original.replace('</ds:Signature>', '<ds:Object/></ds:Signature>')),
      /parts that are not allowed/,
    ],
    [
      'two signatures',
      withEvil(original.replace(signature, signature + signature)),
      /more than one signature/,
    ],
    [
      'two SignedInfo',
      withEvil(
        original.replace('<ds:SignatureValue>', `${part(signature, 'SignedInfo')}<ds:SignatureValue>`),
      ),
      /one SignedInfo/,
    ],
    [
      'two references',
      withEvil(original.replace('</ds:SignedInfo>', `${part(signature, 'Reference')}</ds:SignedInfo>`)),
      /one Reference/,
    ],
    [
      'a comment in the digest',
      withEvil(original.replace('</ds:DigestValue>', '<!-- x --></ds:DigestValue>')),
      /comment/,
    ],
  ])('%s is rejected', async (_name, xml, because) => {
    await expectRefused(xml, because)
  })
})

describe('rejects a response that', () => {
  test('is not signed', () => expectRefused(made(), 'The assertion is not signed'))
  test('has only its envelope signed', () =>
    expectRefused(signed(made(), { certificate, element: 'Response' }), 'The assertion is not signed'))
  test('was changed after it was signed', () =>
    expectRefused(good().replace('>ann-1<', '>admin<'), 'was not made with a certificate'))
  test('was signed by the provider of another customer', () =>
    expectRefused(
      signed(made(), { certificate: stranger, element: 'Assertion' }),
      'was not made with a certificate',
    ))
  test('names another issuer', () =>
    expectRefused(good({ issuer: 'https://other.example.org/' }), 'another identity provider (Issuer)'))
  test('was signed with SHA-1', async () => {
    const weak = {
      algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
      digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
    }
    await expectRefused(signed(made(), { certificate, element: 'Assertion', ...weak }), 'SHA-1')
    await expectRefused(signed(made(), { certificate, element: 'Assertion', digest: weak.digest }), 'SHA-1')
    await expectRefused(
      signed(made(), { certificate, element: 'Assertion', algorithm: weak.algorithm }),
      'SHA-1',
    )
  })
  test('has a comment in the NameID', () =>
    expectRefused(good({ nameId: 'admin<!-- x -->.evil' }), 'It has a comment'))
  test('had a comment put into the NameID afterwards', () =>
    expectRefused(
      good({ nameId: 'admin.evil' }).replace('admin.evil', 'admin<!-- x -->.evil'),
      'It has a comment',
    ))
  test('has a processing instruction in the NameID', () =>
    expectRefused(good().replace('>ann-1<', '>ann<?x y?>-1<'), 'processing instruction'))
  test('has an element in the NameID', () => expectRefused(good({ nameId: 'a<b>c</b>' }), 'more than text'))
  test('has a document type', () =>
    expectRefused(`<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>${good()}`, 'document type'))
  test('is an entity expansion bomb', () =>
    expectRefused(
      '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><r>&b;</r>',
      'document type',
    ))
  test('is too long', () => expectRefused(good().replace('Ann', 'A'.repeat(5_000_000)), 'too long'))
  test('is meant for another audience', () =>
    expectRefused(
      good({ audience: 'https://weather.example.org/identity/sso/2' }),
      'another application (Audience)',
    ))
  test('has no audience', () =>
    expectRefused(
      signed(made().replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, ''), {
        certificate,
        element: 'Assertion',
      }),
      'another application (Audience)',
    ))
  test('is meant for another destination', () =>
    expectRefused(good({ destination: 'https://evil.example.org/acs' }), 'another address (Destination)'))
  test('is meant for another recipient', () =>
    expectRefused(
      good({ recipient: 'https://weather.example.org/identity/sso/2/acs' }),
      'another address (Recipient)',
    ))
  test('has expired', () =>
    expectRefused(good({ now: new Date(now.getTime() - 10 * minuteMs) }), 'has expired'))
  test('is not valid yet', () =>
    expectRefused(good({ now: new Date(now.getTime() + 10 * minuteMs) }), 'not valid yet'))
  test('answers another request', () => expectRefused(good({ requestId: '_other' }), 'different request'))
  test('answers no request', () => expectRefused(good({ requestId: '' }), 'does not belong to a request'))
  test('reports that the provider refused', () =>
    expectRefused(good({ status: 'Requester' }), 'refused to sign the person in (Requester)'))
  test('names a person differently each time', () =>
    expectRefused(
      signed(made().replace('nameid-format:persistent', 'nameid-format:transient'), {
        certificate,
        element: 'Assertion',
      }),
      'transient',
    ))
  test('is not XML, or not even text', async () => {
    await expectRefused('hello', 'cannot be read')
    expect(() => openResponse(Buffer.from([0xff, 0xfe]).toString('base64'))).toThrow('not UTF-8')
  })
})
