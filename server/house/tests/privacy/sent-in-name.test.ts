import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askMeteorologist } from '#contract/messages/mass-notify'
import { createWidget, shareWidget } from '#contract/messages/widgets'
import { deleteUser } from '#contract/people/people'
import { downloadPersonData } from '#contract/people/privacy'
import { addOrganizationLocation } from '#contract/places/locations'
import { addPolicy } from '#contract/places/policy-changes'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'

const permissions = ['widget.access', 'met.support'] as const
const lightning = {
  policyTypeShortName: 'LR1' as const,
  notificationActions: [],
  threshold: 8,
  allClearMinutes: 30,
  reAlertMinutes: 30,
  allGroups: false,
}

let world: TestHouse
let customerId: number
let admin: TestPerson
let groupId: number
let widgetId: number

beforeAll(async () => {
  world = await testHouse({ environment: { METEOROLOGIST_EMAIL: 'weather@example.test' } })
  customerId = await world.customer(permissions)
  admin = await world.person({ role: 'Admin', customerId, permissions })
  groupId = await world.group(customerId, 'Grounds')
  const place = { name: 'Norman Stadium', address: 'Norman, OK', latitude: 35.2226, longitude: -97.4395 }
  const added = await world.reply(addOrganizationLocation, { body: { ...place, riskProfileId: null } }, admin)
  await world.reply(addPolicy, { body: { ...lightning, sites: [groupId] } }, admin)
  const widget = { name: 'Stadium', orgLocId: added.organizationLocation.id, policyGroupId: groupId }
  widgetId = (await world.reply(createWidget, { body: { ...widget, customerId } }, admin)).id
})
afterAll(() => world.close())

const newAssistant = () => world.person({ role: 'AssistantAdmin', customerId, groupId, permissions })

const ask = (by: TestPerson, message: string) =>
  world.reply(
    askMeteorologist,
    {
      body: {
        message,
        preferredContact: 'email',
        email: 'answers@elsewhere.test',
        phone: null,
        ccdEmails: [admin.email],
      },
    },
    by,
  )

const share = (by: TestPerson, recipient: string) =>
  world.reply(shareWidget, { body: { recipient, widgetId } }, by)

const remove = ({ id }: TestPerson) => world.reply(deleteUser, { params: { id } }, admin)

const giveAddress = ({ id }: TestPerson, email: string) =>
  sql`update users set email = ${email} where id = ${id}`.execute(world.house.store.db)

/** Returns the recipients of the mail whose dedupe key begins so. */
async function recipientsOf(keys: string): Promise<string[]> {
  const { rows } = await sql<{ recipient: string }>`
    select recipient from outbox where dedupe_key like ${`${keys}%`} order by id`.execute(
    world.house.store.db,
  )
  return rows.map(({ recipient }) => recipient)
}

async function questionOf({ id }: TestPerson): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from consultations where user_id = ${id}`.execute(
    world.house.store.db,
  )
  return rows[0]?.id ?? 0
}

describe('an email that was sent in a person’s name', () => {
  it('goes with their account, whatever its reply address, and no one else’s does', async () => {
    const [person, colleague] = [await newAssistant(), await newAssistant()]
    await ask(person, 'Will it hail?')
    await ask(colleague, 'Will it snow?')
    const [theirs, another] = [await questionOf(person), await questionOf(colleague)]
    const everyone = ['weather@example.test', admin.email]
    expect(await recipientsOf(`consultation ${theirs} `)).toEqual(everyone)
    await remove(person)
    expect(await recipientsOf(`consultation ${theirs} `)).toEqual([])
    expect(await recipientsOf(`consultation ${another} `)).toEqual(everyone)
  })

  it('goes with an account whose address has changed since', async () => {
    const person = await newAssistant()
    await share(person, 'club@school.test')
    await share(admin, 'web@school.test')
    expect(await recipientsOf('widget share')).toEqual(['club@school.test', 'web@school.test'])
    await giveAddress(person, `now-${person.email}`)
    await remove(person)
    expect(await recipientsOf('widget share')).toEqual(['web@school.test'])
  })

  it('goes with an account whose address another account has too', async () => {
    const [person, colleague] = [await newAssistant(), await newAssistant()]
    await share(person, 'parents@school.test')
    await giveAddress(colleague, person.email)
    await remove(person)
    expect(await recipientsOf('widget share')).not.toContain('parents@school.test')
  })

  it('is in the file with their data', async () => {
    const person = await newAssistant()
    await share(person, 'friends@school.test')
    const { body } = await world.ask(downloadPersonData, { params: { id: person.id } }, admin)
    const { data } = body as unknown as { data: { mail: { recipient: string }[] } }
    expect(data.mail.map(({ recipient }) => recipient)).toEqual(['friends@school.test'])
  })
})
