import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateProfile } from '#contract/people/users'
import { allCalls } from '#contract/index'
import { sendBadInput } from './bad-input.testing.ts'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'

let world: TestHouse
let caller: TestPerson

beforeAll(async () => {
  world = await testHouse()
  caller = await world.person({ role: 'SuperAdmin', customerId: await world.customer() })
})
afterAll(() => world.close())

describe('bad input', () => {
  it.each(allCalls.map(call => [call.name, call] as const))(
    '%s handles it without an internal error',
    async (_name, call) => {
      await sendBadInput(world, call, caller, 10) // `npm run soak` sends 10,000
    },
  )

  const profile = {
    firstName: 'A',
    lastName: '',
    email: 'a@example.test',
    phoneNumber: null,
    timeZone: 'CST',
  }

  it('names each invalid field as the specification spells it', async () => {
    const body = { ...profile, firstName: ' ', email: 'nowhere', phoneNumber: 'call me' }
    const answer = await world.ask(updateProfile, { body }, caller)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.responseException?.errors ?? {}).sort()).toEqual([
      'Email',
      'FirstName',
      'PhoneNumber',
    ])
  })

  it('rejects fields that are not part of the call, which prevents privilege escalation', async () => {
    const body = { ...profile, roleId: '1', customerId: 1 }
    const answer = await world.ask(updateProfile, { body }, caller)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.responseException?.errors ?? {}).sort()).toEqual(['CustomerId', 'RoleId'])
  })

  it.each([
    ['half of a character', '\ud800'],
    ['half of a character behind a letter', 'A\udc00'],
    ['a NUL', 'A\u0000'],
  ])('rejects %s, which could not be stored unchanged', async (_what, firstName) => {
    const answer = await world.ask(updateProfile, { body: { ...profile, firstName } }, caller)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.responseException?.errors ?? {})).toEqual(['FirstName'])
  })

  it('lists the first twenty of many errors, and states that there are more', async () => {
    const body = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`field${n}`, n]))
    const answer = await world.raw({ method: 'POST', url: updateProfile.path, payload: body }, caller)
    const { ServerErrors: more, ...named } = answer.body.responseException?.errors ?? {}
    expect(Object.keys(named)).toHaveLength(20)
    expect(more).toEqual(['Only the first 20 problems are listed.'])
  })

  it('states what is required when there is no body at all', async () => {
    const answer = await world.raw({ method: 'POST', url: updateProfile.path }, caller)
    expect(answer.status).toBe(400)
    expect(answer.body.responseException?.errors['ServerErrors']).toEqual(['is required'])
  })

  it.each([
    ['not JSON', '{', 'application/json', 400],
    ['another kind of content', '<a/>', 'application/xml', 415],
    ['a form', 'firstName=A', 'application/x-www-form-urlencoded', 415],
    ['a prototype in disguise', '{"__proto__":{"role":"SuperAdmin"}}', 'application/json', 400],
    ['brackets without end', '['.repeat(100_000), 'application/json', 400],
    ['far too much', `"${'a'.repeat(300_000)}"`, 'application/json', 413],
  ])('rejects %s', async (_what, payload, type, status) => {
    const headers = { 'content-type': type }
    const answer = await world.raw({ method: 'POST', url: updateProfile.path, payload, headers }, caller)
    expect(answer.status).toBe(status)
    expect(answer.body.responseException?.message).toBeTypeOf('string')
  })
})
