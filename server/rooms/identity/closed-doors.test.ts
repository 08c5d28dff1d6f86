import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { changePassword } from '#contract/people/identity'
import { endSessionsOf } from '#contract/people/sessions'
import { getCurrentUser, updateProfile } from '#contract/people/users'
import { addUser, getCustomerUsers } from '#contract/people/people'
import type { RoleName } from '#domain/access/roles'
import { dayMs, hourMs, secondMs } from '#server/platform/clock'
import { shiftedClock } from '#server/platform/clock.testing'
import { updateUserRow } from '#server/rooms/users/index'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { latestMailTo, linkFrom } from '#server/house/mail.testing'
import {
  Browser,
  codeIn,
  exchange,
  startSignIn,
  submitPassword,
  submitSignIn,
} from '#server/house/browser.testing'
import { isIn, passkeyWorld } from './passkey-world.testing.ts'

const soon = { timeout: 45_000 }

/** Vulnerabilities that were found by attacking the product from outside. */
const password = 'a kettle upon the green roof'
const clock = shiftedClock()
let world: TestHouse
let origin: string
let customerId: number

beforeAll(async () => {
  world = await testHouse({ clock, listen: true })
  origin = world.baseUrl
  customerId = await world.customer()
})
afterEach(() => clock.reset())
afterAll(() => world.close())

const db = () => world.house.store.db

async function signIn(as: TestPerson, browser = new Browser(origin)) {
  const attempt = startSignIn(origin)
  const back = await submitSignIn(browser, attempt, as.email, password)
  const code = codeIn(back)
  const tokens = await exchange(origin, attempt, code)
  return { browser, attempt, code, tokens, as: { ...as, token: tokens.access_token ?? '' } }
}

const newPerson = (role: RoleName, customer = customerId) =>
  world.person({ role, customerId: customer, password })
const statusOf = async (person: TestPerson) => (await world.ask(getCurrentUser, {}, person)).status
const renewal = (browser: Browser) => browser.open(startSignIn(origin, { prompt: 'none' }).url)

describe('sessions', () => {
  it('lose the token of a code that is used twice, and can get a new one', async () => {
    const { browser, attempt, code, as } = await signIn(await newPerson('Customer'))
    expect(await statusOf(as)).toBe(200)
    expect((await exchange(origin, attempt, code)).error).toBe('invalid_grant')
    clock.advance(6 * secondMs)
    expect(await statusOf(as)).toBe(401)
    const again = startSignIn(origin, { prompt: 'none' })
    const renewed = await exchange(origin, again, codeIn(await browser.open(again.url)))
    expect(await statusOf({ ...as, token: renewed.access_token ?? '' })).toBe(200)
  })

  it('get at most one token from a code that is used many times at once', async () => {
    const person = await newPerson('Customer')
    for (let times = 0; times < 5; times++) {
      const attempt = startSignIn(origin)
      const code = codeIn(await submitSignIn(new Browser(origin), attempt, person.email, password))
      const replies = await Promise.all(Array.from({ length: 8 }, () => exchange(origin, attempt, code)))
      expect(replies.filter(({ access_token }) => access_token !== undefined).length).toBeLessThanOrEqual(1)
    }
  })

  it('continue with working tokens after two requests used the same code at once', async () => {
    const person = await newPerson('Customer')
    const browser = new Browser(origin)
    const attempt = startSignIn(origin)
    const code = codeIn(await submitSignIn(browser, attempt, person.email, password))
    await Promise.all(Array.from({ length: 8 }, () => exchange(origin, attempt, code)))
    const { tokens } = await browser.renew()
    expect(await statusOf({ ...person, token: tokens.access_token ?? '' })).toBe(200)
  })

  it('without a person expire within the hour, however many a browser requests', async () => {
    const { browser } = await signIn(await newPerson('Customer'))
    await sql`delete from oidc_records where model = 'Session'`.execute(db())
    await browser.renew()
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from oidc_records
      where model = 'Session' and expires_at > ${new Date(clock.now().getTime() + 2 * hourMs)}`.execute(db())
    expect(rows[0]?.count).toBe(0)
  })

  it.each([
    ['Customer', 7 * dayMs, 31 * dayMs],
    ['SuperAdmin', 2 * hourMs, 13 * hourMs],
  ] as const)(
    'of a %s end for good after their limit, however often they are used',
    async (role, every, after) => {
      const { browser } = await signIn(await newPerson(role))
      for (let times = 0; times < 4; times++) {
        clock.advance(every)
        expect((await renewal(browser)).location).toContain('code=')
      }
      clock.reset()
      clock.advance(after)
      expect((await renewal(browser)).location).toContain('error=login_required')
    },
  )
})

describe('a sign-in that is not finished', () => {
  async function stopHalfway({ email }: TestPerson) {
    const { accepted, goOn } = await submitPassword(new Browser(origin), startSignIn(origin), email, password)
    expect(accepted.status).toBe(303)
    return { goOn }
  }
  const newPassword = 'seven quiet herons by the lake'

  it('can be finished as long as nothing has changed', async () => {
    const { goOn } = await stopHalfway(await newPerson('Customer'))
    expect(isIn(await goOn())).toBe(true)
  })

  it('is over when the person is signed out everywhere', async () => {
    const person = await newPerson('Customer')
    const { goOn } = await stopHalfway(person)
    const admin = await newPerson('Admin')
    expect((await world.ask(endSessionsOf, { body: { userId: person.id } }, admin)).status).toBe(200)
    expect(isIn(await goOn())).toBe(false)
  })

  it('is over when the password is changed', async () => {
    const person = await newPerson('Customer')
    const { goOn } = await stopHalfway(person)
    const body = {
      userId: person.id,
      currentPassword: password,
      newPassword,
      confirmedNewPassword: newPassword,
    }
    expect((await world.ask(changePassword, { body }, person)).status).toBe(200)
    expect(isIn(await goOn())).toBe(false)
  })
})

describe('the second step', () => {
  it('is rejected if the password was changed in the meantime', async () => {
    const person = await newPerson('Customer')
    const { recoveryCodes } = await passkeyWorld(world).add(person)
    const { enterCode } = await passkeyWorld(world).enterPassword(person)
    const newPassword = 'seven quiet herons by the lake'
    const body = {
      userId: person.id,
      currentPassword: password,
      newPassword,
      confirmedNewPassword: newPassword,
    }
    await world.reply(changePassword, { body }, person)
    const page = await enterCode(recoveryCodes[0] ?? '')
    expect(isIn(page)).toBe(false)
    expect(page.text).toContain('Email or user name')
  })
})

describe('acting as another person', () => {
  it('ends with the session of the person who acts', async () => {
    const support = (await signIn(await newPerson('SuperAdmin'))).as
    const acting = await world.actingAs(support, await newPerson('Customer'))
    expect(await statusOf(acting)).toBe(200)
    await sql`delete from oidc_records where model = 'Session' and account_id = ${support.id}`.execute(db())
    clock.advance(6 * secondMs)
    expect(await statusOf(acting)).toBe(401)
  })
})

describe('an inactive organization', () => {
  it('cannot sign in, and its open sessions end', async () => {
    const inactive = await world.customer()
    const person = await newPerson('Admin', inactive)
    const { as } = await signIn(person)
    await sql`update customers set status = 'INACTIVE' where id = ${inactive}`.execute(db())
    clock.advance(6 * secondMs)
    expect(await statusOf(as)).toBe(401)
    const page = await submitSignIn(new Browser(origin), startSignIn(origin), person.email, password)
    expect(page.status).toBe(403)
    expect(page.text).toContain('is inactive')
    const wrong = await submitSignIn(
      new Browser(origin),
      startSignIn(origin),
      person.email,
      'another password',
    )
    expect(wrong.text).not.toContain('is inactive')
  })
})

describe('a deactivated account', () => {
  it('gets the sign-in page, not an error', async () => {
    const person = await newPerson('Customer')
    const { browser } = await signIn(person)
    await db()
      .transaction()
      .execute(tx => updateUserRow(tx, 'system', person.id, { is_active: false }))
    const page = await browser.follow(await browser.open(startSignIn(origin).url), '/callback')
    expect(page.status).toBe(200)
    expect(page.text).toContain('Sign in')
    expect((await renewal(browser)).location).toContain('error=login_required')
  })
})

describe('signing out', () => {
  it('through a link on another site asks first', async () => {
    const { browser, tokens } = await signIn(await newPerson('Customer'))
    const stranger = await browser.open('/identity/session/end')
    expect(stranger.text).toContain('Do you want to sign out?')
    expect(stranger.text).not.toContain('<script')
    const own = new URLSearchParams({ id_token_hint: tokens.id_token ?? '' })
    expect((await browser.open(`/identity/session/end?${own.toString()}`)).text).toContain('.click()')
  })

  it("with another person's ID token asks first", async () => {
    const { browser } = await signIn(await newPerson('Customer'))
    const { tokens } = await signIn(await newPerson('Customer'))
    const others = new URLSearchParams({ id_token_hint: tokens.id_token ?? '' })
    expect((await browser.open(`/identity/session/end?${others.toString()}`)).text).not.toContain('.click()')
  })
})

describe('an Assistant Admin without a group', () => {
  it('sees only themselves', async () => {
    const assistant = await newPerson('AssistantAdmin')
    const seen = (await world.ask(getCustomerUsers, {}, assistant)).body.data as { id: string }[]
    expect(seen.map(({ id }) => id)).toEqual([assistant.id])
  })
})

const profile = { firstName: 'A', lastName: 'B', phoneNumber: null, timeZone: 'CST' }

describe('a sign-in by email address', () => {
  it('is not taken over by another organization that invites the address', async () => {
    const person = await newPerson('Customer')
    const userName = `user-${person.id}`
    await db()
      .transaction()
      .execute(tx => updateUserRow(tx, customerId, person.id, { user_name: userName }))
    const elsewhere = await world.customer()
    const siteId = await world.group(elsewhere, 'Staff')
    const body = { ...profile, email: person.email, roleId: '4', siteId } as const
    const invited = await world.ask(addUser, { body }, await newPerson('Admin', elsewhere))
    expect(invited.status).toBe(200)
    expect(await statusOf((await signIn(person)).as)).toBe(200)
  })
})

describe('links that open accounts', () => {
  it('are not shown to another Super Admin', async () => {
    const [one, other] = [await newPerson('SuperAdmin'), await newPerson('SuperAdmin')]
    await new Browser(origin).open('/identity/forgot', { userName: one.email })
    const read = (by: TestPerson) => latestMailTo(world, by, one.email)
    await vi.waitFor(async () => expect(await read(one)).toContain('token='), soon)
    expect(await read(other)).toContain('[link removed]')
    expect(await read(other)).not.toContain('token=')
  })

  it('leave the outbox when they have expired', async () => {
    const [person, support] = [await newPerson('Customer'), await newPerson('SuperAdmin')]
    await new Browser(origin).open('/identity/forgot', { userName: person.email })
    const read = () => latestMailTo(world, support, person.email)
    await vi.waitFor(async () => expect(await read()).toContain('token='), soon)
    clock.advance(hourMs)
    await vi.waitFor(async () => {
      const { rows } = await sql`select id from outbox where sealed_text_without_link is not null
        and recipient = ${person.email}`.execute(db())
      expect(rows).toEqual([])
    }, 60_000)
    clock.reset()
    expect(await read()).toContain('[link removed]')
  })

  it('do not reveal who has an account in another organization', async () => {
    const foreign = await newPerson('Customer', await world.customer())
    const [person, support] = [await newPerson('Customer'), await newPerson('SuperAdmin')]
    const asked = await world.ask(
      updateProfile,
      { body: { ...profile, email: foreign.email, currentPassword: password } },
      person,
    )
    expect(asked.status).toBe(200)
    expect((asked.body.data as { message: string }).message).toContain('open the link that we sent there')
    const mail = await latestMailTo(world, support, foreign.email)
    expect(mail).toContain('you already have an account with it')
    expect(mail).not.toContain('token=')
  })
})

describe('passwords', () => {
  it('are never truncated: every character of the longest one is checked, and a longer one is rejected', async () => {
    const [owner, support] = [await newPerson('Customer'), await newPerson('SuperAdmin')]
    const browser = new Browser(origin)
    await browser.open('/identity/forgot', { userName: owner.email })
    const token =
      new URL(await linkFrom(() => latestMailTo(world, support, owner.email))).searchParams.get('token') ?? ''
    const words = 'seven quiet herons by the lake '.repeat(9)
    const [longest, tooLong] = [words.slice(0, 256), words.slice(0, 257)]
    const refused = await browser.open('/identity/set-password', {
      token,
      newPassword: tooLong,
      confirmation: tooLong,
    })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('at most 256 characters')
    await browser.open('/identity/set-password', { token, newPassword: longest, confirmation: longest })
    const trySignIn = (tried: string) =>
      submitSignIn(new Browser(origin), startSignIn(origin), owner.email, tried)
    for (const near of [`${longest}x`, longest.slice(0, -1), `${longest.slice(0, -1)}z`])
      expect((await trySignIn(near)).text).toContain('incorrect')
    expect((await trySignIn(longest)).location).toContain('code=')
  })
})
