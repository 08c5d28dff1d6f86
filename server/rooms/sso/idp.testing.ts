import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inflateRawSync } from 'node:zlib'
import { minuteMs, systemClock } from '#server/platform/clock'
import { makeCertificate, type TestCertificate } from './certificate.testing.ts'
import {
  assertionOf,
  encoded,
  metadataOf,
  responseOf,
  signed,
  type ResponseParts,
} from './response.testing.ts'

/** A SAML identity provider for tests: serves metadata over HTTP, and creates the responses that a test needs. */
export interface TestIdp {
  readonly entityId: string
  readonly metadataUrl: string
  /** Returns how many times the metadata was requested. */
  readonly asked: () => number
  certificates: TestCertificate[]
  /** The status to respond with in place of metadata, if any. */
  failsWith: number | undefined
  respond(authorizeUrl: string, change?: Partial<ResponseParts>, by?: TestCertificate): string
  close(): Promise<void>
}

export async function startIdp(): Promise<TestIdp> {
  let count = 0
  const server: Server = createServer((_request, reply) => {
    count++
    if (idp.failsWith !== undefined) reply.writeHead(idp.failsWith).end()
    else reply.setHeader('content-type', 'application/xml').end(metadataOf(idp.entityId, idp.certificates))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const idp: TestIdp = {
    entityId: `${origin}/entity`,
    metadataUrl: `${origin}/metadata`,
    asked: () => count,
    certificates: [makeCertificate()],
    failsWith: undefined,
    respond(authorizeUrl, change = {}, by = idp.certificates[0]) {
      if (!by) throw new Error('This provider has no certificate')
      const request = requestIn(authorizeUrl)
      const parts: ResponseParts = {
        requestId: request.id,
        callbackUrl: request.callbackUrl,
        audience: request.issuer,
        issuer: idp.entityId,
        nameId: 'ann-1',
        email: 'ann@school.org',
        now: systemClock.now(),
        assertionId: `_${randomUUID()}`,
        responseId: `_${randomUUID()}`,
        recipient: request.callbackUrl,
        destination: request.callbackUrl,
        lifetimeMs: 5 * minuteMs,
        status: 'Success',
        ...change,
      }
      return encoded(signed(responseOf(parts, assertionOf(parts)), { certificate: by, element: 'Assertion' }))
    },
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return idp
}

export function requestIn(authorizeUrl: string) {
  const query = new URL(authorizeUrl).searchParams.get('SAMLRequest') ?? ''
  const xml = inflateRawSync(Buffer.from(query, 'base64')).toString()
  const attribute = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(xml)?.[1] ?? ''
  return {
    id: attribute(' ID'),
    callbackUrl: attribute('AssertionConsumerServiceURL'),
    issuer: />([^<]*)<\/saml:Issuer>/.exec(xml)?.[1] ?? '',
  }
}
