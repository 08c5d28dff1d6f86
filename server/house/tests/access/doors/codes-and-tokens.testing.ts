import { randomBytes } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import { createApiToken, revokeApiToken } from '#contract/people/api-tokens'
import { addGroup } from '#contract/people/groups'
import { endSessionsOf } from '#contract/people/sessions'
import { getCurrentUser } from '#contract/people/users'
import {
  Browser,
  codeIn,
  exchange,
  startSignIn,
  submitSignIn,
  type TokenSet,
} from '#server/house/browser.testing'
import { dayMs, minuteMs, secondMs } from '#server/platform/clock'
import { password } from '#server/rooms/identity/passkey-world.testing'
import { bearing, knock, type Attack, type AttackWorld, type Outcome } from './attack.testing.ts'
import { spoiled } from './random.testing.ts'

/** Returns a code that the organization's administrator has just been given. */
async function freshCode({ house, admin }: AttackWorld) {
  const attempt = startSignIn(house.baseUrl)
  const back = await submitSignIn(new Browser(house.baseUrl), attempt, admin.email, password)
  return { attempt, code: codeIn(back) }
}

const traded = (what: string, reply: TokenSet, isGranted = reply.access_token !== undefined): Outcome => ({
  what,
  status: reply.status,
  text: reply.error ?? '',
  isGranted,
})

const asked = (world: AttackWorld, what: string, token: string) =>
  knock(world, what, getCurrentUser.path, { headers: bearing(token) })

export const authorizationCodes: Attack = async world => {
  const { house, random, clock } = world
  const origin = house.baseUrl
  const { attempt, code } = await freshCode(world)
  const changes: readonly (readonly [string, Record<string, string>])[] = [
    ['with a wrong verifier', { code_verifier: randomBytes(32).toString('base64url') }],
    ['with a spoiled verifier', { code_verifier: spoiled(attempt.verifier, random) }],
    ['for another page', { redirect_uri: `${origin}/silentrenew` }],
    ['for another site', { redirect_uri: 'https://evil.example/callback' }],
    ['for another client', { client_id: random.text(12) }],
    ['in another way', { grant_type: random.pick(['refresh_token', 'password', 'client_credentials']) }],
    ['that is spoiled', { code: spoiled(code, random) }],
  ]
  const outcomes: Outcome[] = []
  for (const [how, change] of changes)
    outcomes.push(traded(`code ${how}`, await exchange(origin, attempt, code, change)))

  const next = await freshCode(world)
  const together = await Promise.all(
    Array.from({ length: 6 }, () => exchange(origin, next.attempt, next.code)),
  )
  const given = together.filter(({ access_token }) => access_token !== undefined)
  outcomes.push(...together.map(reply => traded('code at the same moment', reply, given.length > 1)))
  outcomes.push(traded('code that was used', await exchange(origin, next.attempt, next.code)))
  clock.advance(6 * secondMs)
  for (const { access_token = '' } of given)
    outcomes.push(await asked(world, 'token of a code that was replayed', access_token))

  const late = await freshCode(world)
  clock.advance(2 * minuteMs)
  outcomes.push(traded('code that has expired', await exchange(origin, late.attempt, late.code)))
  return outcomes
}

const written = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

export const accessTokens: Attack = async world => {
  const { house, random, person, attackers, clock } = world
  const own = (await house.again(random.pick(attackers))).token
  const [head = '', , seal = ''] = own.split('.')
  const claims = { ...decodeJwt(own), sub: person.id }
  const forged = written(claims)
  const guessed = new TextEncoder().encode(random.text(32))
  const symmetric = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .sign(guessed)
  const { attempt, code } = await freshCode(world)
  const { id_token = '' } = await exchange(house.baseUrl, attempt, code)
  const unknownKey = written({ alg: 'ES256', typ: 'at+jwt', kid: random.text(8) })
  const tried: readonly (readonly [string, string])[] = [
    ['token of somebody else with its own seal', `${head}.${forged}.${seal}`],
    ['token without a seal', `${written({ alg: 'none', typ: 'at+jwt' })}.${forged}.`],
    ['token with a guessed secret', symmetric],
    ['token with an unknown key', `${unknownKey}.${forged}.${seal}`],
    ['ID token', id_token],
    ['spoiled token', spoiled(own, random)],
  ]
  const outcomes: Outcome[] = []
  for (const [what, token] of tried) outcomes.push(await asked(world, what, token))

  const customerId = await house.customer()
  const ended = await house.person({ role: 'Customer', customerId })
  const above = await house.person({ role: 'Admin', customerId })
  await house.reply(endSessionsOf, { body: { userId: ended.id } }, above)
  clock.advance(6 * secondMs)
  outcomes.push(await asked(world, 'token of an ended session', ended.token))
  clock.advance(11 * minuteMs)
  return [...outcomes, await asked(world, 'token that has expired', own)]
}

export const apiTokens: Attack = async world => {
  const { house, random, person, attackers, keys, clock } = world
  // Not in the attacked organization, whose rows must stay unchanged.
  const owner = await house.person({ role: 'Admin', customerId: await house.customer() })
  const made = (days: number, more: object = {}) =>
    house.reply(
      createApiToken,
      { body: { name: 'A script', mayRead: true, calls: [], days, ...more } },
      owner,
    )
  const [revoked, expired] = [await made(30), await made(1)]
  await house.reply(revokeApiToken, { params: { id: String(revoked.id) } }, owner)
  const outcomes = [
    await asked(world, 'spoiled API token', spoiled(keys.apiToken, random)),
    await asked(world, 'revoked API token', revoked.token),
    await knock(world, 'API token for a call outside its scope', '/api/Tokens', {
      headers: bearing(keys.apiToken),
    }),
    await knock(world, 'spoiled API token of an assistant', '/mcp', {
      method: 'POST',
      headers: { ...bearing(spoiled(keys.apiToken, random)), 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    }),
  ]
  const attacker = await house.again(random.pick(attackers))
  const foreign = { name: 'A script', mayRead: true, calls: [], days: 1, ownerId: person.id }
  for (const [call, body] of [
    [createApiToken, foreign],
    [createApiToken, { ...foreign, ownerId: undefined, mayRead: false, calls: [createApiToken.name] }],
  ] as const)
    outcomes.push(
      await knock(world, 'API token for somebody else', call.path, {
        method: call.method,
        headers: { ...bearing(attacker.token), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
  const { token: reading } = await made(1)
  outcomes.push(
    await knock(world, 'API token that only reads', addGroup.path, {
      method: addGroup.method,
      headers: { ...bearing(reading), 'content-type': 'application/json' },
      body: JSON.stringify({ name: random.text(10), alertTimes: [] }),
    }),
  )
  clock.advance(dayMs + minuteMs)
  return [...outcomes, await asked(world, 'expired API token', expired.token)]
}
