import { addPasskey } from '#contract/people/passkeys'
import { fillPath } from '#contract/call'
import { Browser, startSignIn, submitSignIn, type Page } from '#server/house/browser.testing'
import { later, minuteMs } from '#server/platform/clock'
import { TestAuthenticator, type Misdeeds } from '#server/rooms/identity/authenticator.testing'
import { isIn, passkeyWorld, password } from '#server/rooms/identity/passkey-world.testing'
import { bearing, knock, type Attack, type Outcome } from './attack.testing.ts'
import { altered, spoiled, type Random } from './random.testing.ts'

const entered = (what: string, page: Page): Outcome => ({
  what,
  status: page.status,
  text: page.text,
  isGranted: isIn(page),
})

export const passwords: Attack = async world => {
  const { house, random, person, admin } = world
  const tried: readonly (readonly [string, string, string])[] = [
    ['spoiled password', admin.email, spoiled(password, random)],
    ['password of somebody else', person.email, random.text(20)],
    ['unknown account', spoiled(admin.email, random), password],
  ]
  const outcomes: Outcome[] = []
  for (const [what, userName, typed] of tried) {
    const browser = new Browser(house.baseUrl)
    outcomes.push(entered(what, await submitSignIn(browser, startSignIn(house.baseUrl), userName, typed)))
    await world.forgetFailures()
  }
  return outcomes
}

export const codes: Attack = async world => {
  const { house, random, person, secondFactors, clock } = world
  const at = (byMs: number) => secondFactors.codeAt(later(clock.now(), byMs))
  const tried: readonly (readonly [string, string])[] = [
    ['guessed code', String(random.below(1_000_000)).padStart(6, '0')],
    ['guessed recovery code', random.text(16).toLowerCase()],
    ['part of a recovery code', random.pick(secondFactors.recoveryCodes).slice(0, 1 + random.below(18))],
    ['code of ten minutes ago', at(-10 * minuteMs)],
    ['code of a minute and a half ago', at(-90_000)],
    ['code of in ten minutes', at(10 * minuteMs)],
    ['spoiled code', spoiled(at(0), random)],
  ]
  const outcomes: Outcome[] = []
  for (const [what, code] of tried) {
    const { enterCode } = await passkeyWorld(house).enterPassword(person)
    outcomes.push(entered(what, await enterCode(code)))
    await world.forgetFailures()
  }
  clock.advance(minuteMs)
  const browsers = await Promise.all([0, 1].map(() => passkeyWorld(house).enterPassword(person)))
  const [code, earlier] = [at(0), at(-30_000)]
  const pages = await Promise.all(browsers.map(({ enterCode }) => enterCode(code)))
  const opened = pages.filter(isIn).length
  outcomes.push({ what: 'code in two browsers', status: 200, text: '', isGranted: opened > 1 })
  await world.forgetFailures()
  for (const [what, typed] of [
    ['code that was used', code],
    ['code before one that was used', earlier],
  ] as const) {
    const { enterCode } = await passkeyWorld(house).enterPassword(person)
    outcomes.push(entered(what, await enterCode(typed)))
    await world.forgetFailures()
  }
  return outcomes
}

/** Returns the ways in which a passkey's answer can be wrong. */
function misdeedsOf(random: Random): readonly (readonly [string, Misdeeds])[] {
  return [
    ['of another origin', { origin: `https://${random.text(8)}.example` }],
    ['of the origin with another port', { origin: `http://localhost:${1024 + random.below(60_000)}` }],
    ['for another relying party', { rpId: `${random.text(6)}.example` }],
    ['without verification of the person', { isUserVerified: false }],
    ['to another challenge', { challenge: random.text(43) }],
    ['by another key', { isForged: true }],
    ['that names another person', { userHandle: random.text(22) }],
    ['of another kind', { type: random.pick(['webauthn.create', 'payment.get', '']) }],
    ['with a counter that goes back', { counter: 0 }],
  ]
}

interface SentAnswer {
  readonly id: string
  readonly response: Readonly<Record<'clientDataJSON' | 'authenticatorData' | 'signature', string>>
}

/** Attacks with passkeys. A passkey counts its uses, so a decrease is noticed. */
export const passkeys: Attack = async world => {
  const { house, random, person, accomplice } = world
  const { openPage, enterPassword } = passkeyWorld(house)
  const { authenticator } = world.secondFactors
  await (await openPage()).use(authenticator)
  const outcomes: Outcome[] = []
  for (const [how, misdeeds] of misdeedsOf(random)) {
    outcomes.push(entered(`passkey ${how}`, await (await openPage()).use(authenticator, misdeeds)))
    const second = await enterPassword(person)
    outcomes.push(entered(`second step by passkey ${how}`, await second.use(authenticator, misdeeds)))
    await world.forgetFailures()
  }
  const { use, send, askOptions } = await enterPassword(person)
  outcomes.push(entered('second step by an unknown passkey', await use(new TestAuthenticator(house.baseUrl))))
  outcomes.push(
    entered(
      'second step by the passkey of another',
      await use(accomplice.authenticator, { userHandle: null }),
    ),
  )
  await world.forgetFailures()
  const { id, response } = JSON.parse(authenticator.answer(await askOptions())) as SentAnswer
  const part = random.pick(['clientDataJSON', 'authenticatorData', 'signature'] as const)
  // A signature contains its length, so anything may follow it, and it is still the owner's own signature.
  const wrong = (part === 'signature' ? altered : spoiled)(response[part], random)
  const answer = JSON.stringify({ id, response: { ...response, [part]: wrong } })
  outcomes.push(entered(`answer with a spoiled ${part}`, await send(answer)))
  const old = authenticator.answer(await askOptions())
  await askOptions()
  outcomes.push(entered('answer to a challenge that was replaced', await send(old)))
  const late = authenticator.answer(await askOptions())
  world.clock.advance(6 * minuteMs)
  outcomes.push(entered('late answer', await send(late)))
  await world.forgetFailures()
  return outcomes
}

/** Registers with someone else's challenge, credential or account. */
export const newPasskeys: Attack = async world => {
  const { house, random, person, accomplice, secondFactors } = world
  const attacker = await house.again(accomplice.person)
  const { start } = passkeyWorld(house)
  const add = (what: string, credential: object) =>
    knock(world, `new passkey ${what}`, addPasskey.path, {
      method: 'POST',
      headers: { ...bearing(attacker.token), 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'A laptop', credential }),
    })
  const outcomes: Outcome[] = []
  for (const [how, misdeeds] of misdeedsOf(random).filter(
    ([, one]) => !('counter' in one || 'isForged' in one || 'userHandle' in one),
  )) {
    const made = new TestAuthenticator(house.baseUrl)
    const wrong = misdeeds.type === 'webauthn.create' ? { type: 'webauthn.get' } : misdeeds
    outcomes.push(await add(how, made.create(await start(attacker), wrong)))
  }
  const made = () => new TestAuthenticator(house.baseUrl)
  const victim = await house.again(person)
  outcomes.push(await add('for the challenge of another', made().create(await start(victim))))
  const own = await start(attacker)
  outcomes.push(
    await add('with the ID of another', { ...made().create(own), id: secondFactors.authenticator.id }),
  )
  outcomes.push(await add('without asking', made().create(own)))
  const twice = made().create(await start(attacker))
  outcomes.push(
    await add('that is spoiled', {
      ...twice,
      attestationObject: Buffer.from(random.text(300)).toString('base64url'),
    }),
  )
  outcomes.push(await add('for a challenge that was spent', twice))
  const remove = fillPath('/api/SecondFactor/Passkeys/{id}/Remove', { id: 1 + random.below(5) })
  outcomes.push(
    await knock(world, 'removing the passkey of another', remove, {
      method: 'POST',
      headers: { ...bearing(attacker.token), 'content-type': 'application/json' },
      body: JSON.stringify({ currentPassword: random.text(15) }),
    }),
  )
  await world.forgetFailures()
  return outcomes
}
