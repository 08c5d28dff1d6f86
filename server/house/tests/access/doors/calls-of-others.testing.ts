import { fillPath, type Call } from '#contract/call'
import { allCalls } from '#contract/index'
import { live } from '#contract/live'
import { samples } from '#server/house/tests/access/samples.testing'
import type { Sample } from '#server/house/tests/access/sample.testing'
import { bearing, knock, type Attack, type AttackWorld, type Outcome } from './attack.testing.ts'

const uuid = /^[\da-f]{8}-[\da-f-]{27}$/

/** Returns an ID of the same kind. If it is a person's, it is mostly that of the attacked person. */
function foreignText(value: string, { ids, random, person }: AttackWorld): string {
  if (uuid.test(value))
    return random.below(4) > 0 ? person.id : random.pick(ids.texts.filter(text => uuid.test(text)))
  if (/^\d+$/.test(value)) return String(random.pick(ids.numbers))
  return random.below(3) > 0 ? random.pick(ids.texts) : value
}

/**
 * Returns the same value with every number and every string that could be an ID replaced by one from the other
 * organization.
 */
function withForeignIds(value: unknown, world: AttackWorld): unknown {
  const { ids, random } = world
  if (Array.isArray(value)) return value.map(each => withForeignIds(each, world))
  if (typeof value === 'number') return Number.isInteger(value) ? random.pick(ids.numbers) : value
  if (typeof value === 'string') return foreignText(value, world)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withForeignIds(each, world)]))
}

/** Replaces one field or all of them. A request in which everything is wrong gets no further than the first check. */
function withSomeForeignIds<Fields extends object>(fields: Fields, world: AttackWorld): Fields {
  const { random } = world
  if (random.below(4) === 0 || Object.keys(fields).length === 0)
    return withForeignIds(fields, world) as Fields
  const named = random.pick(Object.keys(fields))
  return {
    ...fields,
    [named]: withForeignIds((fields as Record<string, unknown>)[named], world),
    ...(random.below(5) === 0 && {
      [random.pick(['customerId', 'userId', 'siteId', 'id'])]: world.customerId,
    }),
  }
}

const usual = { 'content-type': 'application/json' }

async function askFor(world: AttackWorld, call: Call, { params, query, body }: Sample): Promise<Outcome> {
  const { house, random, attackers } = world
  const attacker = await house.again(random.pick(attackers))
  const filled = Object.fromEntries(
    Object.entries(params ?? {}).map(([name, value]) => [name, /^\.{0,2}$/.test(value) ? 'x' : value]),
  )
  const search = new URLSearchParams(query).toString()
  const path = fillPath(call.path, filled) + (search && `?${search}`)
  return knock(world, `${call.name} as ${attacker.id}`, path, {
    method: call.method,
    headers: { ...bearing(attacker.token), ...(body !== undefined && usual) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    // Access would show as the other organization's marks in the answer or as changes to its rows, so both are checked.
    isGranted: () => false,
  })
}

/** All calls except the stream, which never ends and takes no fields. */
const asked = allCalls.filter(call => call !== live)

/** Makes every call once, with the other organization's numbers and IDs in its fields. */
export const callsOfOthers: Attack = async world => {
  const outcomes: Outcome[] = []
  for (const call of asked) {
    const caller = world.attackers[0] ?? world.admin
    const sample = samples[call.name]?.({ caller, colleague: world.person }) ?? {}
    const { params = {}, query = {}, body } = sample
    outcomes.push(
      await askFor(world, call, {
        params: withSomeForeignIds(params, world),
        query: withSomeForeignIds(query, world),
        ...(body && {
          body: Array.isArray(body)
            ? (withForeignIds(body, world) as Sample['body'] & object)
            : withSomeForeignIds(body, world),
        }),
      }),
    )
  }
  return outcomes
}

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

/** Bodies that our pages never send. */
const illFormed: readonly (readonly [string, (world: AttackWorld) => BodyInit])[] = [
  ['broken UTF-8', () => Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  [
    'half of a UTF-8 character',
    () => Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xf0, 0x9f, 0x98]), Buffer.from('"}')]),
  ],
  ['a lone surrogate', () => '{"name":"\\ud800","message":"\\udfff"}'],
  ['a NUL', () => '{"name":"a\\u0000b","id":"\\u0000"}'],
  [
    'a prototype',
    ({ random }) =>
      `{"${random.pick(['__proto__', 'constructor', 'prototype'])}":{"role":"SuperAdmin","isAdmin":true}}`,
  ],
  ['a prototype within', () => '{"body":{"__proto__":{"customerId":1}},"constructor":{"prototype":{"x":1}}}'],
  ['brackets', ({ random }) => deep(1000 + random.below(100_000))],
  ['open brackets', ({ random }) => '{"a":'.repeat(1000 + random.below(40_000))],
  ['huge numbers', () => '{"id":1e400,"count":-1e400,"days":99999999999999999999999}'],
  ['the same key twice', ({ customerId }) => `{"customerId":1,"customerId":${customerId}}`],
  ['a list', () => '[[[]],{},null]'],
  ['nothing but a word', () => 'null'],
  ['a byte order mark', () => '\ufeff{}'],
  [
    'many keys',
    ({ random }) => `{${Array.from({ length: 5000 }, (_, n) => `"${random.text(6)}${n}":${n}`).join(',')}}`,
  ],
  ['a long text', ({ random }) => JSON.stringify({ name: random.text(8).repeat(25_000) })],
]

const eightMegabytes = JSON.stringify({ strikes: 'x'.repeat(8_000_000) })

/** Sends each body to some calls that take one, with a valid and an invalid token. */
export const illFormedBodies: Attack = async world => {
  const { house, random, attackers } = world
  const withBody = asked.filter(call => call.method !== 'GET')
  const outcomes: Outcome[] = []
  for (const [what, made] of illFormed) {
    const call = random.pick(withBody)
    const sample = samples[call.name]?.({ caller: attackers[0] ?? world.admin, colleague: world.person })
    const token = random.below(3) === 0 ? random.text(60) : (await house.again(random.pick(attackers))).token
    outcomes.push(
      await knock(world, `${what} to ${call.name}`, fillPath(call.path, sample?.params ?? {}), {
        method: call.method,
        headers: {
          ...bearing(token),
          'content-type': random.pick([usual['content-type'], 'application/json; charset=utf-16']),
        },
        body: made(world),
        isGranted: () => false,
      }),
    )
  }
  const { path, method, name } = random.pick(withBody.filter(call => !call.path.includes('{')))
  outcomes.push(
    await knock(world, `eight megabytes to ${name}`, path, {
      method,
      headers: { ...bearing(random.text(60)), ...usual },
      body: eightMegabytes,
    }).catch((error: unknown) => refusedEarly(`eight megabytes to ${name}`, error)),
  )
  return outcomes
}

/** Returns the outcome of a request that the server closed before everything had arrived, as HTTP allows. */
function refusedEarly(what: string, error: unknown): Outcome {
  return { what, status: 413, text: String(error), isGranted: false }
}
