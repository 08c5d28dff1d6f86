import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiToken } from '#contract/people/api-tokens'
import { changePassword } from '#contract/people/identity'
import { deleteUser } from '#contract/people/people'
import { downloadPersonData } from '#contract/people/privacy'
import { updateProfile } from '#contract/people/users'
import { Browser } from '#server/house/browser.testing'
import { latestMailTo, linkFrom } from '#server/house/mail.testing'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { password, passkeyWorld } from '#server/rooms/identity/passkey-world.testing'

const newPassword = 'seven quiet herons by the lake'

let world: TestHouse
let customerId: number
let admin: TestPerson
let support: TestPerson

beforeAll(async () => {
  world = await testHouse({ listen: true })
  customerId = await world.customer()
  admin = await world.person({ role: 'Admin', customerId })
  support = await world.person({ role: 'SuperAdmin', customerId: await world.customer() })
})
afterAll(() => world.close())

const newPerson = () => world.person({ role: 'Customer', customerId, password })

const giveAddress = ({ id }: TestPerson, email: string) =>
  sql`update users set email = ${email} where id = ${id}`.execute(world.house.store.db)

async function confirmNewAddress(person: TestPerson, email: string, currentPassword: string) {
  const profile = { firstName: 'A', lastName: 'B', phoneNumber: null, timeZone: 'CST' }
  await world.reply(updateProfile, { body: { ...profile, email, currentPassword } }, person)
  const link = await linkFrom(() => latestMailTo(world, support, email))
  const token = new URL(link).searchParams.get('token') ?? ''
  await new Browser(world.baseUrl).open('/identity/confirm-email', { token })
}

/** Returns the subjects of the mail in a person's data file. */
async function mailIn({ id }: TestPerson): Promise<unknown[]> {
  const { body } = await world.ask(downloadPersonData, { params: { id } }, admin)
  const { data } = body as unknown as { data: { mail: { subject: string }[] } }
  return data.mail.map(({ subject }) => subject)
}

async function outboxTo(address: string): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select subject from outbox where lower(recipient) = lower(${address}) order by id`.execute(
    world.house.store.db,
  )
  return rows.map(({ subject }) => subject)
}

describe('mail to an address that a person had before', () => {
  it('stays theirs: nobody who has the address later sees it, and it goes with their account', async () => {
    const person = await newPerson()
    const former = person.email
    await passkeyWorld(world).add(person)
    const token = { name: 'A script', mayRead: true, calls: [], days: 30 }
    await world.reply(createApiToken, { body: token }, person)
    const passwords = { currentPassword: password, newPassword, confirmedNewPassword: newPassword }
    await world.reply(changePassword, { body: { userId: person.id, ...passwords } }, person)
    await confirmNewAddress(person, `now-${former}`, newPassword)
    const sent = [
      'Your Skywarden passkeys',
      'Your Skywarden API tokens',
      'Your Skywarden password was changed',
      'Your Skywarden email address',
      'Your Skywarden email address',
    ]
    expect(await outboxTo(former)).toEqual(sent)

    const successor = await newPerson()
    await giveAddress(successor, former)
    expect(await mailIn(successor)).toEqual([])
    expect(await mailIn(person)).toEqual(expect.arrayContaining(sent))
    await world.reply(deleteUser, { params: { id: person.id } }, admin)
    expect(await outboxTo(former)).toEqual([])
  })

  it('is not deleted with whoever has the address later', async () => {
    const [person, successor] = [await newPerson(), await newPerson()]
    const former = person.email
    await world.reply(
      createApiToken,
      { body: { name: 'A script', mayRead: true, calls: [], days: 30 } },
      person,
    )
    await giveAddress(person, `now-${former}`)
    await giveAddress(successor, former)
    await world.reply(deleteUser, { params: { id: successor.id } }, admin)
    expect(await outboxTo(former)).toEqual(['Your Skywarden API tokens'])
  })
})
