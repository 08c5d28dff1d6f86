import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addSsoDomain,
  confirmSsoDomain,
  saveSso,
  verifySsoDomain,
  type SsoDomain,
} from '#contract/people/sso'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { dayMs, systemClock } from '#server/platform/clock'
import { silentLog } from '#server/platform/log'
import { createOutside } from '#server/platform/outside/index'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { createSecrets } from '#server/platform/secrets'
import { createQueueEmail } from '#server/rooms/notifications/index'
import { makeCertificate } from './certificate.testing.ts'
import { startIdp, type TestIdp } from './idp.testing.ts'
import { refreshDaily } from './refresh-metadata.ts'
import { fetchMetadata, readMetadata } from './saml-metadata.ts'
import { metadataOf } from './response.testing.ts'
import { permission, worldIn, type SsoWorld } from './world.testing.ts'

const records = new Map<string, string[]>()
let store: TestStore
let house: TestHouse
let idp: TestIdp
let world: SsoWorld

beforeAll(async () => {
  store = await freshStore()
  idp = await startIdp()
  house = await testHouse({
    store,
    listen: true,
    environment: { SKYWARDEN_ALLOWED_NETWORKS: '127.0.0.0/8' },
    resolveTxt: async name => records.get(name) ?? [],
  })
  world = await worldIn(house, idp)
})
afterAll(async () => {
  await house.close()
  await idp.close()
  await store.close()
})

describe('an email domain', () => {
  const at = (domain: string, of = world) => ({ params: { customerId: String(of.customerId), domain } })
  const add = (domain: string, of = world) =>
    house.ask(addSsoDomain, { params: { customerId: String(of.customerId) }, body: { domain } }, of.admin)

  test('is verified by its TXT record', async () => {
    const added = (await add('Dns.Example.org')).body.data as SsoDomain
    expect(added).toMatchObject({
      domain: 'dns.example.org',
      verifiedAt: null,
      recordName: '_skywarden.dns.example.org',
    })
    const early = await house.ask(verifySsoDomain, at('dns.example.org'), world.admin)
    expect([early.status, early.body.responseException?.message]).toEqual([
      409,
      expect.stringContaining('no TXT record'),
    ])
    records.set(added.recordName, ['v=spf1', `${added.recordValue}x`])
    const wrong = await house.ask(verifySsoDomain, at('dns.example.org'), world.admin)
    expect(wrong.body.responseException?.message).toContain('a different value')
    records.set(added.recordName, ['v=spf1', added.recordValue])
    const verified = await house.ask(verifySsoDomain, at('dns.example.org'), world.admin)
    expect(verified.body.data).toMatchObject({ verifiedBy: 'dns' })
  })

  test('belongs to one customer, even if the staff would confirm it', async () => {
    const other = await worldIn(house, idp)
    await add('dns.example.org', other)
    const second = await house.ask(confirmSsoDomain, at('dns.example.org', other), other.support)
    expect([second.status, second.body.responseException?.message]).toEqual([
      409,
      expect.stringContaining('Another organization'),
    ])
  })

  test('is neither a public mail service nor an invalid name', async () => {
    expect((await add('gmail.com')).body.responseException?.errors).toHaveProperty('Domain')
    expect((await add('nonsense')).body.responseException?.errors).toHaveProperty('Domain')
  })
})

describe('metadata', () => {
  test('may identify the provider, and must match the one that was named', async () => {
    expect((await world.save()).body).toMatchObject({ data: { idpEntityId: idp.entityId } })
    const other = { spEntityId: '', idpEntityId: 'https://somebody.else/', metadataUrl: idp.metadataUrl }
    const reply = await world.save({ SAMLProperties: other })
    expect(reply.body.responseException?.errors['SAMLProperties.MetadataUrl']?.[0]).toContain(
      'from another identity provider',
    )
  })

  test('that is unavailable rejects a new URL, but not changes to other settings', async () => {
    idp.failsWith = 503
    const elsewhere = { spEntityId: '', idpEntityId: '', metadataUrl: `${idp.metadataUrl}2` }
    expect((await world.save({ SAMLProperties: elsewhere })).status).toBe(400)
    const same = { spEntityId: '', idpEntityId: idp.entityId, metadataUrl: idp.metadataUrl }
    expect((await world.save({ SAMLProperties: same, IDPDisplayName: 'Changed' })).status).toBe(200)
    idp.failsWith = undefined
  })

  test('is reread each day by one process, and administrators are notified of its expiry once', async () => {
    const deps = {
      db: store.db,
      outside: createOutside({ allowedNetworks: ['127.0.0.0/8'] }),
      log: silentLog,
      queueEmail: createQueueEmail(createSecrets('a secret that is used by tests alone')),
      baseUrl: house.baseUrl,
    }
    const now = systemClock.now()
    const before = idp.asked()
    await refreshDaily(deps, now)
    expect(idp.asked()).toBe(before)
    idp.certificates = [makeCertificate(10)]
    const tomorrow = new Date(now.getTime() + dayMs + 1)
    await Promise.all([refreshDaily(deps, tomorrow), refreshDaily(deps, tomorrow)])
    expect(idp.asked()).toBe(before + 1)
    await refreshDaily(deps, tomorrow)
    const { rows } = await sql`select recipient from outbox where subject like '%expires soon'`.execute(
      store.db,
    )
    expect(rows).toEqual([{ recipient: world.admin.email }])
  })

  test('never leads to a URL without TLS, or to a script', async () => {
    const answer = { status: 200, retryAfter: null, contentType: null, etag: null }
    const outside = (signInUrl: string) => ({
      couldAsk: () => true,
      addressesOf: async () => [],
      ask: async () => ({
        ...answer,
        body: Buffer.from(metadataOf('urn:idp', [makeCertificate()], signInUrl)),
      }),
    })
    const fetching = (signInUrl: string) =>
      fetchMetadata(outside(signInUrl), 'https://idp.example.org/m', null)
    expect((await fetching('https://idp.example.org/sso')).idpEntityId).toBe('urn:idp')
    await expect(fetching('http://idp.example.org/sso')).rejects.toThrow('must begin with https://')
    await expect(fetching('javascript:alert(1)')).rejects.toThrow('no address for signing in')
  })

  test('includes every signing certificate and comments, and none that only encrypts', () => {
    const [one, two, three] = [makeCertificate(), makeCertificate(), makeCertificate()]
    const xml = metadataOf('urn:idp', [one, two, three]).replace(
      `use="signing"><KeyInfo`,
      'use="encryption"><KeyInfo',
    )
    expect(readMetadata(xml, null).certificates).toEqual([two.base64, three.base64])
    expect(() => readMetadata(`<!DOCTYPE x>${xml}`, null)).toThrow('document type')
    expect(() => readMetadata('<html></html>', null)).toThrow('not the metadata')
  })
})

describe('a customer-supplied URL', () => {
  let connections = 0
  let server: Server
  let strict: TestHouse
  let admin: TestPerson
  let port = 0

  beforeAll(async () => {
    server = createServer((_request, reply) => reply.end('secret'))
    server.on('connection', () => connections++)
    await new Promise<void>(resolve => server.listen(0, '0.0.0.0', resolve))
    port = (server.address() as AddressInfo).port
    strict = await testHouse({})
    admin = await strict.person({ role: 'Admin', customerId: await strict.customer(permission) })
  })
  afterAll(async () => {
    await strict.close()
    server.closeAllConnections()
    server.close()
  })

  test('is not requested if its name or a redirect leads to an internal address', async () => {
    const inside = createOutside({
      allowedNetworks: [],
      lookUp: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    await expect(fetchMetadata(inside, 'https://idp.example.org/metadata', null)).rejects.toThrow(
      'must be on the public internet',
    )
    const leading = createServer((_request, reply) =>
      reply.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end(),
    )
    await new Promise<void>(resolve => leading.listen(0, '127.0.0.1', resolve))
    const from = `http://127.0.0.1:${(leading.address() as AddressInfo).port}/`
    const allowed = createOutside({ allowedNetworks: ['127.0.0.1'] })
    await expect(fetchMetadata(allowed, from, null)).rejects.toThrow('redirects to another one')
    leading.closeAllConnections()
    leading.close()
    expect(connections).toBe(0)
  })

  test.each([
    'http://127.0.0.1:PORT/',
    'https://127.0.0.1:PORT/',
    'https://localhost:PORT/',
    'https://localhost/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://0.0.0.0/',
    'https://0/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://127.1/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://100.64.0.1/',
    'https://user:password@example.org/',
    'https://example.org:8443/',
    'ftp://example.org/',
    'file:///etc/passwd',
    'javascript:alert(1)',
  ])('%s is rejected without a connection', async url => {
    const address = url.replace('PORT', String(port))
    const body = {
      customerId: admin.customerId,
      ForceSSO: false,
      AutoProvision: false,
      DefaultUserGroupSiteId: null,
      IDPDisplayName: 'X',
    }
    const params = { customerId: String(admin.customerId) }
    const saml = await strict.ask(
      saveSso,
      {
        params,
        body: {
          ...body,
          IDPType: 'Saml2',
          SAMLProperties: { spEntityId: '', idpEntityId: '', metadataUrl: address },
        },
      },
      admin,
    )
    const openId = await strict.ask(
      saveSso,
      {
        params,
        body: {
          ...body,
          IDPType: 'OpenIdConnect',
          OpenIdProperties: { discoveryUrl: address, clientId: 'c', clientSecret: 's' },
        },
      },
      admin,
    )
    expect([saml.status, Object.keys(saml.body.responseException?.errors ?? {})]).toEqual([
      400,
      ['SAMLProperties.MetadataUrl'],
    ])
    expect([openId.status, Object.keys(openId.body.responseException?.errors ?? {})]).toEqual([
      400,
      ['OpenIdProperties.DiscoveryUrl'],
    ])
    expect(connections).toBe(0)
  })
})

test('turning it off ends sign-ins that wait to be completed', async () => {
  const other = await worldIn(house, idp)
  await other.save()
  await other.verify('late.org')
  const email = 'a@late.org'
  const first = await other.begin(email) // the account exists from here on
  await other.answer(first.browser, idp.respond(first.url, { nameId: email, email }))

  const { browser, url } = await other.begin(email)
  const acs = `${house.baseUrl}/identity/sso/${other.customerId}/acs`
  let page = await browser.open(acs, { SAMLResponse: idp.respond(url, { nameId: email, email }) })
  while (page.location?.includes('/sign-in/')) page = await browser.open(page.location)
  expect(page.location).toContain('/identity/auth/')
  await other.turnOff()
  expect((await browser.follow(page, '/callback')).location ?? '').not.toContain('code=')
})
