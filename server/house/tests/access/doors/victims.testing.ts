import { sql } from 'kysely'
import { embedWidget, createWidget } from '#contract/messages/widgets'
import { createApiToken } from '#contract/people/api-tokens'
import { addGroup } from '#contract/people/groups'
import { confirmSecondFactor, startSecondFactor } from '#contract/people/second-factor'
import { addLocation, addOrganizationLocation } from '#contract/places/locations'
import { addPolicy } from '#contract/places/policy-changes'
import { createFeedKey } from '#contract/weather/lightning'
import { fillPath } from '#contract/call'
import { permissions } from '#domain/access/permissions'
import { nameUnmistakably, writeEverything } from '#server/house/tests/privacy/everything-about.testing'
import { addOne } from '#server/house/tests/instruments/instruments.testing'
import { testSecret, type TestHouse, type TestPerson } from '#server/house/testing'
import { createSecrets } from '#server/platform/secrets'
import { codeAt, stepAt } from '#server/rooms/identity/totp'
import { fromBase32 } from '#server/rooms/identity/totp.testing'
import { passkeyWorld, password } from '#server/rooms/identity/passkey-world.testing'
import type { TestAuthenticator } from '#server/rooms/identity/authenticator.testing'
import { unsubscribeLinks } from '#server/rooms/notifications/settings/unsubscribe'
import { pushReceipts } from '#server/rooms/notifications/push/receipts'

/** An organization with everything in it, the attacked person, and the attackers. */
export interface Victims {
  readonly person: TestPerson
  readonly admin: TestPerson
  readonly customerId: number
  readonly secondFactors: {
    readonly authenticator: TestAuthenticator
    readonly recoveryCodes: readonly string[]
    codeAt(now: Date): string
  }
  readonly keys: Readonly<
    Record<'apiToken' | 'widget' | 'feed' | 'instrument' | 'unsubscribe' | 'receipt', string>
  >
  readonly instrumentId: string
  /** Strings that are in every row of the organization and in no attacker's request. */
  readonly marks: readonly string[]
  /** The numbers and IDs of the organization's rows. */
  readonly ids: { readonly numbers: readonly number[]; readonly texts: readonly string[] }
  /** People of another organization, with everything that their roles allow. */
  readonly attackers: readonly TestPerson[]
  /** Another person in the attackers' organization, with a passkey of their own. */
  readonly accomplice: { readonly person: TestPerson; readonly authenticator: TestAuthenticator }
}

interface Column {
  readonly table: string
  readonly column: string
}

async function columnsOf(house: TestHouse, names: readonly string[]): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`
    select column_name as "column", table_name as "table" from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = any(${names})
      and table_name in (select table_name from information_schema.columns where column_name = 'customer_id')
    order by 1, 2`.execute(house.house.store.db)
  return rows
}

const norman = { latitude: 35.2226, longitude: -97.4395 }

/** Writes a mark into every name and text of an organization's rows. */
async function markEverything(house: TestHouse, customerId: number, mark: string): Promise<void> {
  const { db } = house.house.store
  const named = [
    'name',
    'label',
    'location_label',
    'location_name',
    'message',
    'subject',
    'title',
    'banner',
    'requester',
  ]
  for (const { table, column } of await columnsOf(house, named)) {
    if (table === 'audit_log') continue
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} || ${` ${mark}`}
      where customer_id = ${customerId} and ${sql.ref(column)} is not null`.execute(db)
  }
  await sql`update customers set name = name || ${` ${mark}`} where id = ${customerId}`.execute(db)
}

/** Returns numbers and ids from an organization's rows, to use in the fields of requests. */
async function idsOf(house: TestHouse, { customerId, id }: TestPerson): Promise<Victims['ids']> {
  const found = new Set<string>([id, String(customerId)])
  for (const { table, column } of await columnsOf(house, ['id', 'user_id'])) {
    const { rows } = await sql<{ value: string | null }>`
      select ${sql.ref(column)}::text as value from ${sql.table(table)} where customer_id = ${customerId} limit 50`.execute(
      house.house.store.db,
    )
    for (const { value } of rows) if (value !== null) found.add(value)
  }
  const { rows: sessions } = await sql<{ uid: string }>`
    select uid from oidc_records where model = 'Session' and account_id = ${id}`.execute(house.house.store.db)
  const texts = [...found, ...sessions.map(({ uid }) => uid)]
  return { texts, numbers: texts.filter(text => /^\d{1,15}$/.test(text)).map(Number) }
}

async function factorsOf(house: TestHouse, person: TestPerson, now: Date): Promise<Victims['secondFactors']> {
  const { authenticator, recoveryCodes } = await passkeyWorld(house).add(person)
  const { secret } = await house.reply(startSecondFactor, { body: { currentPassword: password } }, person)
  const bytes = fromBase32(secret)
  const code = (at: Date) => codeAt(bytes, stepAt(at))
  await house.reply(confirmSecondFactor, { body: { code: code(now) } }, person)
  return { authenticator, recoveryCodes, codeAt: code }
}

async function keysOf(house: TestHouse, person: TestPerson, admin: TestPerson) {
  const { customerId } = admin
  const { organizationLocation: place } = await house.reply(
    addOrganizationLocation,
    { body: { name: 'Stadium', address: 'Norman, OK', ...norman, riskProfileId: null } },
    admin,
  )
  const { userGroup: group } = await house.reply(
    addGroup,
    { body: { name: 'Grounds', alertTimes: [] } },
    admin,
  )
  const ring = { policyTypeShortName: 'LR1' as const, threshold: 8, allClearMinutes: 30, reAlertMinutes: 30 }
  const policy = { ...ring, notificationActions: [], allGroups: false, sites: [group.id] }
  await house.reply(addPolicy, { body: policy }, admin)
  const rings = { radius1: 8, radius2: 16, radius3: 26, radius4: 0, allClearMinutes: 30, flags: 2 }
  const own = { label: 'Field', locationName: 'Norman, OK', forecastLocation: false, type: 0 } as const
  await house.reply(
    addLocation,
    { body: { ...own, ...norman, ...rings, organizationLocationId: null } },
    person,
  )
  const widget = await house.reply(
    createWidget,
    { body: { name: 'Stadium', orgLocId: place.id, policyGroupId: group.id, customerId } },
    admin,
  )
  const support = await house.person({ role: 'SuperAdmin', customerId: await house.customer() })
  const feed = await house.reply(
    createFeedKey,
    { body: { name: 'A network', provesAbsence: false } },
    support,
  )
  const instrument = await addOne(house, admin)
  const token = { name: 'A script', mayRead: true, calls: ['addGroup'], days: 30 }
  const secrets = createSecrets(testSecret)
  const lastOf = (path: string) => path.split('/').at(-1) ?? ''
  return {
    instrumentId: String(instrument.id),
    keys: {
      apiToken: (await house.reply(createApiToken, { body: token }, person)).token,
      widget: lastOf(widget.embedUrl),
      feed: feed.key,
      instrument: instrument.key,
      unsubscribe: lastOf(unsubscribeLinks(secrets, house.baseUrl).urlFor(person.id)),
      receipt: lastOf(pushReceipts(secrets).pathFor(1)),
    },
  }
}

export async function makeVictims(house: TestHouse, now: Date): Promise<Victims> {
  const { db } = house.house.store
  const customerId = await house.customer(permissions)
  const admin = await house.person({ role: 'Admin', customerId, permissions, password })
  const person = await house.person({ role: 'Customer', customerId, permissions, password })
  const secondFactors = await factorsOf(house, person, now)
  const { keys, instrumentId } = await keysOf(house, person, admin)
  const traces = await nameUnmistakably(db, person)
  await writeEverything(db, { person, colleague: admin, customerId }, traces)
  const mark = `Mark-${person.id.slice(0, 8)}`
  await markEverything(house, customerId, mark)

  const theirs = await house.customer(permissions)
  const groupId = await house.group(theirs, 'Grounds')
  const attackers = await Promise.all(
    (['Admin', 'AssistantAdmin', 'Customer'] as const).map(role =>
      house.person({ role, customerId: theirs, groupId, permissions, password }),
    ),
  )
  const other = await house.person({ role: 'Admin', customerId: theirs, permissions, password })
  const { authenticator } = await passkeyWorld(house).add(other)
  return {
    person: { ...person, email: traces.userName },
    admin,
    customerId,
    secondFactors,
    keys,
    instrumentId,
    marks: [mark, person.email, traces.phone, traces.fullName.split(' ')[0] ?? ''],
    ids: await idsOf(house, person),
    attackers,
    accomplice: { person: other, authenticator },
  }
}

export const embedPath = (key: string) => fillPath(embedWidget.path, { key })
