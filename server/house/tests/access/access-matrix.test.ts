import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Asked, Call } from '#contract/call'
import { endImpersonation } from '#contract/people/identity'
import { allCalls } from '#contract/index'
import { permissions, type Permission } from '#domain/access/permissions'
import type { RoleName } from '#domain/access/roles'
import { matrix, signInRoles, type Row } from './access-table.testing.ts'
import { samples } from './samples.testing.ts'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'

/** Reachable without signing in, on purpose: health, the API description, sign-in, and the application itself. */
const publicPages = [
  'GET /',
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  'GET /api/docs',
  'GET /api/docs/write-a-feed',
  'GET /api/docs/your-own-instruments',
  'GET /api/docs/build-a-device',
  'GET /api/docs/help',
  'GET /api/docs/single-sign-on',
  'GET /silentrenew',
  'POST /identity/renewal',
  // Weather stations send here, each with its own key.
  'GET /weatherstation/updateweatherstation',
  'POST /weatherstation/updateweatherstation',
  'GET /data/report',
  'GET /data/report/*',
  'POST /data/report',
  'POST /data/report/*',
  'POST /instruments/:senderId',
  'POST /instruments/:senderId/:key',
  'GET /identity/*',
  'POST /identity/*',
  'GET /identity/sign-in/:uid',
  'POST /identity/sign-in/:uid',
  'POST /identity/sign-in/:uid/code',
  'POST /identity/sign-in/:uid/passkey',
  'POST /identity/sign-in/:uid/passkey/options',
  // The server checks the token itself here, because the answers use the format of another protocol.
  'POST /mcp',
  'GET /mcp',
  'DELETE /mcp',
  // Sign-in with an organization's identity provider.
  'POST /identity/sign-in/:uid/sso',
  'GET /identity/sign-in/:uid/sso',
  'GET /identity/sign-in/:uid/sso/:request',
  'POST /identity/sso/:customerId/acs',
  'GET /identity/sso/:customerId/callback',
  'GET /identity/sso/:customerId/metadata',
  'GET /identity/sso/:customerId/try',
  'GET /identity/sso/:customerId/try/:request',
  'GET /identity/forgot',
  'POST /identity/forgot',
  'GET /identity/set-password',
  'GET /identity/confirm-email',
  'POST /identity/confirm-email',
  'POST /identity/set-password',
  // Open to anyone who has the link, or for the provider's signature.
  'GET /unsubscribe/:token',
  'POST /unsubscribe/:token',
  'POST /provider/sms',
  // Public content.
  'GET /embed/:key',
  'GET /public/:customerName/:sirenName/Widget',
  'GET /feeds/cap/:key',
  'GET /feeds/cap/:key/:event',
  // Open to anyone who has the signed address of a view, while it is valid.
  'GET /Stream/hls/:view/:file',
]

/** Returns whether a call requires a key: it rejects a wrong one with its own error code. */
const needsKey = (row: Row) => row.roles === 'feed key' || row.roles === 'key in the address'
/**
 * Returns the status for a caller without access. The public gets 404 for the sample request, as everyone does, unless
 * the content is the same for everyone.
 */
function refusedAs({ roles, stranger: toStranger }: Row): number {
  if (roles === 'the public') return toStranger === 'hidden' ? 404 : 200
  return roles === 'key in the address' ? 403 : 401
}

function expected(row: Row, role: RoleName, held: readonly Permission[]): 'in' | 'out' {
  if (row.roles === 'feed key' || row.roles === 'key in the address') return 'out'
  if (row.roles === 'the public') return 'in'
  const roleFits = row.roles === 'everyone' || row.roles.includes(role)
  const permissionFits = !row.permissions || row.permissions.some(needed => held.includes(needed))
  return roleFits && permissionFits ? 'in' : 'out'
}

let world: TestHouse
let customerId: number
let colleague: TestPerson
let stranger: TestPerson
let supporter: TestPerson
let admin: TestPerson
let acting: TestPerson | undefined
const outsiders: TestPerson[] = []
const people = new Map<RoleName, { held: readonly Permission[]; caller: TestPerson }[]>()
const permissionSets: (readonly Permission[])[] = [[], ...permissions.map(one => [one]), permissions]
/** Where no permission applies, only callers with none and with all are tested; `npm run soak` tests each one. */
const countsEach = process.env['WHOLE_MATRIX'] === 'on'
const isAsked = (row: Row, held: readonly Permission[]) =>
  countsEach || row.permissions !== undefined || held.length === 0 || held === permissions

beforeAll(async () => {
  world = await testHouse()
  customerId = await world.customer()
  colleague = await world.person({ role: 'Customer', customerId })
  stranger = await world.person({ role: 'Admin', customerId: await world.customer(), permissions })
  for (const role of signInRoles) {
    const callers = permissionSets.map(async held => ({
      held,
      caller: await world.person({ role, customerId, permissions: held }),
    }))
    people.set(role, await Promise.all(callers))
  }
  supporter = await world.person({ role: 'SuperAdmin', customerId: await world.customer() })
  admin = await world.person({ role: 'Admin', customerId, permissions })
  for (const role of ['NotificationOnly', 'Emperor' as RoleName] as const) {
    outsiders.push(await world.person({ role, customerId, permissions }))
  }
  outsiders.push(await world.person({ role: 'Admin', customerId, permissions, isActive: false }))
})
afterAll(() => world.close())

function sampleFor(call: Call, caller: TestPerson): Asked<Call> {
  const sample = samples[call.name]
  if (!sample) throw new Error(`${call.name} has no sample request in samples.testing.ts`)
  return sample({ caller, colleague })
}

describe('every call', () => {
  it('is in the matrix, and the matrix has no other', () => {
    expect(Object.keys(matrix).sort()).toEqual(allCalls.map(call => call.name).sort())
  })

  it('has a sample request', () => {
    expect(Object.keys(samples).sort()).toEqual(allCalls.map(call => call.name).sort())
  })

  it('is served, and every other route is one of the pages that need no sign-in', () => {
    const served = world.routes.filter(
      route => !route.startsWith('HEAD ') && !/ \/assets\/|\.\w+$/.test(route),
    )
    const calls = allCalls.map(call => `${call.method} ${call.path.replace(/\{(\w+)\}/g, ':$1')}`)
    expect(served.sort()).toEqual([...calls, ...publicPages].sort())
  })
})

describe.each(allCalls.map(call => [call.name, call] as const))('%s', (name, call) => {
  const row = matrix[name] as Row

  it('rejects an anonymous caller', async () => {
    const answer = await world.ask(call, sampleFor(call, colleague))
    expect(answer.status).toBe(refusedAs(row))
    if (answer.status !== 200) expect(answer.body.responseException?.message).toBeTypeOf('string')
  })

  it.each(signInRoles)(
    'admits %s as the specification says, with none and all of the permissions, and with each that applies',
    async role => {
      for (const { held, caller } of people.get(role) ?? []) {
        if (!isAsked(row, held)) continue
        const { status } = await world.ask(call, sampleFor(call, caller), caller)
        if (!needsKey(row)) expect(status, `${role} with ${held.join(', ') || 'nothing'}`).not.toBe(401)
        expect(
          status === 403 || status === 401 ? 'out' : 'in',
          `${role} with ${held.join(', ') || 'nothing'}`,
        ).toBe(expected(row, role, held))
        // An admitted caller may still get 503 while the data is not available.
        if (status !== 503) expect(status).toBeLessThan(500)
      }
    },
  )

  it('rejects people who may not sign in at all, and treats an unknown role as the least privileged', async () => {
    for (const caller of outsiders) {
      expect((await world.ask(call, sampleFor(call, caller), caller)).status).toBe(refusedAs(row))
    }
  })

  it("shows nothing of this customer to another customer's administrator", async () => {
    const answer = await world.ask(call, sampleFor(call, stranger), stranger)
    if (row.stranger === 'hidden') expect(answer.status).toBe(404)
    if (row.stranger === 'refused by role') expect(answer.status).toBe(403)
    const text = JSON.stringify(answer.body)
    expect(text).not.toContain(colleague.email)
    expect(text).not.toContain(colleague.id)
  })

  it('rejects support staff acting as a person where it must be that person', async () => {
    acting ??= await world.actingAs(supporter, admin)
    const answer = await world.ask(call, sampleFor(call, acting), acting)
    if (call === endImpersonation) acting = undefined
    const mayAct = row.acting === undefined && expected(row, 'Admin', permissions) === 'in'
    expect(answer.status === 403 || needsKey(row) ? 'out' : 'in').toBe(mayAct ? 'in' : 'out')
    if (!needsKey(row)) expect(answer.status).not.toBe(401)
  })
})
