import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import samlp from 'samlp'
import { makeCertificate } from './certificate.testing.ts'
import { requestIn } from './idp.testing.ts'

export interface SamlpIdp {
  readonly origin: string
  readonly entityId: string
  readonly metadataUrl: string
  /** The next person who signs in there. */
  person: { id: string; email: string; firstName: string; lastName: string }
  close(): Promise<void>
}

/** A third-party SAML identity provider, with its own page as a browser sees it. */
export async function startSamlp(): Promise<SamlpIdp> {
  const { pem: cert, privateKey: key } = makeCertificate()
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const running: SamlpIdp = {
    origin,
    entityId: 'urn:samlp:test',
    metadataUrl: `${origin}/metadata`,
    person: { id: 'ann-1', email: 'ann@school.org', firstName: 'Ann', lastName: 'Lee' },
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  const common = { issuer: running.entityId, cert, key }
  const metadata = samlp.metadata({ ...common, redirectEndpointPath: '/sso', postEndpointPath: '/sso' })

  function showMetadata(request: IncomingMessage, reply: ServerResponse) {
    // The package was written for a framework that sets these.
    Object.assign(request, { protocol: 'http', originalUrl: request.url })
    Object.assign(reply, {
      set: (name: string, value: string) => reply.setHeader(name, value),
      send: (body: string) => reply.end(body),
    })
    metadata(request, reply)
  }

  function answer(request: IncomingMessage, reply: ServerResponse) {
    const { id, callbackUrl, issuer: audience } = requestIn(new URL(request.url ?? '', origin).href)
    const { person } = running
    const addressed = { audience, destination: callbackUrl, recipient: callbackUrl, inResponseTo: id }
    const algorithms = { signatureAlgorithm: 'rsa-sha256', digestAlgorithm: 'sha256', lifetimeInSeconds: 300 }
    samlp.getSamlResponse(
      { ...common, ...addressed, ...algorithms },
      {
        id: person.id,
        displayName: `${person.firstName} ${person.lastName}`,
        name: { givenName: person.firstName, familyName: person.lastName },
        emails: [{ value: person.email }],
      },
      (error, xml) => {
        if (error) return void reply.writeHead(500).end(error.message)
        const response = Buffer.from(xml).toString('base64')
        reply
          .setHeader('content-type', 'text/html')
          .end(
            `<!doctype html><html lang="en"><title>School login</title><h1>School login</h1><form method="post" action="${callbackUrl}"><input type="hidden" name="SAMLResponse" value="${response}"><button>Continue as ${person.email}</button></form></html>`,
          )
      },
    )
  }

  server.on('request', (request, reply) => {
    if (request.url?.startsWith('/metadata')) showMetadata(request, reply)
    else if (request.url?.startsWith('/sso')) answer(request, reply)
    else reply.writeHead(404).end() // browsers also ask for an icon
  })
  return running
}
