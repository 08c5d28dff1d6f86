import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Asked } from '#contract/call'
import { type User } from '#contract/people/users'
import {
  addNotificationUser,
  addUser,
  exportUsers,
  getCustomerUsers,
  importUsers,
  listNotificationUsers,
  type ImportedRow,
} from '#contract/people/people'
import { addOrganizationLocation } from '#contract/places/locations'
import { readActs } from '#server/platform/audit'
import { verifyChains } from '#server/platform/verify-audit'
import { testHouse, type TestAnswer, type TestHouse, type TestPerson } from '#server/house/testing'
import { latestMailTo } from '#server/house/mail.testing'

let world: TestHouse
let customerId: number
let groupId: number
let support: TestPerson
let admin: TestPerson
let assistant: TestPerson
let stranger: TestPerson

beforeAll(async () => {
  world = await testHouse()
  customerId = await world.customer()
  groupId = await world.group(customerId, 'Grounds')
  await world.group(customerId, 'Athletics')
  support = await world.person({ role: 'SuperAdmin', customerId })
  admin = await world.person({ role: 'Admin', customerId })
  assistant = await world.person({ role: 'AssistantAdmin', customerId, groupId })
  stranger = await world.person({ role: 'Admin', customerId: await world.customer() })
})
afterAll(() => world.close())

const header = 'First Name,Last Name,Email,Phone,Permission Level,User Group,Time Zone'
const ada = 'Ada,Byron,ada@example.test,405 555 0100,Customer,Grounds,CST'
const noLocation = 'No location: will not be alerted'
const table = (...rows: string[]) => [header, ...rows, ''].join('\r\n')

interface Report {
  rows: ImportedRow[]
  isApplied: boolean
}
const send = (text: string, apply = false, as = admin, skipLines?: number[]) =>
  world.ask(importUsers, { body: { text, apply, ...(skipLines && { skipLines }) } }, as)
async function report(text: string, apply = false, as = admin, skipLines?: number[]): Promise<Report> {
  const answer = await send(text, apply, as, skipLines)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data as Report
}
const outcomes = ({ rows }: Report) => rows.map(({ outcome }) => outcome)
const faultsOf = (answer: TestAnswer) => answer.body.responseException?.errors['Text'] ?? []

async function people(): Promise<User[]> {
  const full = (await world.ask(getCustomerUsers, {}, admin)).body.data as User[]
  const reported = (await world.ask(listNotificationUsers, {}, admin)).body.data as User[]
  return [...full, ...reported]
}
const named = async (email: string) => (await people()).find(user => user.email === email)
async function exported(as = admin): Promise<string> {
  const reply = await world.house.http.inject({
    url: exportUsers.path,
    headers: { authorization: `Bearer ${as.token}` },
  })
  expect(reply.headers['content-type']).toContain('text/csv')
  return reply.body
}
async function add(more: Partial<Asked<typeof addUser>['body']>) {
  const body = { firstName: 'Some', email: 'x@example.test', phoneNumber: null, timeZone: 'CST', ...more }
  const answer = await world.ask(addUser, { body: { ...body, siteId: groupId, roleId: '4' } }, admin)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

describe('an import', () => {
  it('reports row by row what it would do, and does nothing until confirmed', async () => {
    await add({ firstName: 'Known', lastName: 'One', email: 'known@example.test' })
    const text = table(
      'Ada,Byron,ada.1@example.test,405 555 0100,Customer,Grounds,CST',
      'Known,One,known@example.test,,Customer,Grounds,CST',
      'Known,One,KNOWN.2@example.test,,Customer,Nowhere,CST',
    )
    expect(await report(text)).toEqual({
      rows: [
        { line: 2, name: 'Ada Byron', outcome: 'add', problems: [], warnings: [noLocation] },
        { line: 3, name: 'Known One', outcome: 'same', problems: [], warnings: [noLocation] },
        {
          line: 4,
          name: 'Known One',
          outcome: 'refuse',
          problems: ["User Group 'Nowhere' is not known"],
          warnings: [],
        },
      ],
      isApplied: false,
    })
    expect(await named('ada.1@example.test')).toBeUndefined()
  })

  it('imports all or nothing', async () => {
    const good = 'Good,One,good@example.test,,Customer,Grounds,CST'
    const bad = 'Bad,One,not an address,,Customer,Grounds,CST'
    const refused = await report(table(good, bad), true)
    expect(refused.isApplied).toBe(false)
    expect(outcomes(refused)).toEqual(['add', 'refuse'])
    expect(refused.rows[1]?.problems).toEqual(['Email must be an email address'])
    expect(await named('good@example.test')).toBeUndefined()

    const taken = await report(table(good), true)
    expect(taken).toMatchObject({ isApplied: true, rows: [{ outcome: 'add' }] })
    expect(await named('good@example.test')).toMatchObject({ roleName: 'Customer', siteName: 'Grounds' })
    expect(await latestMailTo(world, support, 'good@example.test')).toContain('token=')
    expect(await report(table(good), true)).toMatchObject({ isApplied: true, rows: [{ outcome: 'same' }] })
  })

  it('skips the rows the caller names, and imports the others', async () => {
    const row = (at: number) => `Skip,${at},skip.${at}@example.test,,Customer,Grounds,CST`
    const rows = Array.from({ length: 30 }, (_, at) => (at < 6 ? row(at).replace('CST', 'Mars') : row(at)))
    const refusedLines = [2, 3, 4, 5, 6, 7]
    const added = async () => (await people()).filter(user => user.firstName === 'Skip')

    const short = await report(table(...rows), true, admin, refusedLines.slice(1))
    expect(short.isApplied).toBe(false)
    expect(outcomes(short).slice(0, 2)).toEqual(['refuse', 'skip'])
    expect(await added()).toEqual([])

    const taken = await report(table(...rows), true, admin, refusedLines)
    expect(taken.isApplied).toBe(true)
    expect(outcomes(taken).filter(outcome => outcome === 'skip')).toHaveLength(6)
    expect(taken.rows[0]?.problems).toEqual(['Time Zone is not a time zone'])
    expect(await added()).toHaveLength(24)
  })

  it('skips a named row even if it is valid', async () => {
    const good = 'Left,Out,left.out@example.test,,Customer,Grounds,CST'
    expect(outcomes(await report(table(good), true, admin, [2]))).toEqual(['skip'])
    expect(await named('left.out@example.test')).toBeUndefined()
  })

  it('adds notification-only people, and changes existing ones', async () => {
    await add({ firstName: 'Old', email: 'old@example.test', phoneNumber: '405 555 0111' })
    const text = table(
      'Told,Only,told@example.test,,notification only,ATHLETICS,EST',
      ',,,,,,',
      'Told,Phone,,405 555 0199,Notification Only,Grounds,CST',
      'New,Name,OLD@example.test,,Assistant Admin,Athletics,America/Phoenix',
    )
    const taken = await report(text, true)
    expect(taken.rows.map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, 'add'],
      [4, 'add'],
      [5, 'change'],
    ])
    expect(await named('told@example.test')).toMatchObject({ roleId: '-1', siteName: 'Athletics' })
    expect(await named('old@example.test')).toMatchObject({
      fullName: 'New Name',
      phoneNumber: null,
      roleName: 'AssistantAdmin',
      timeZone: 'America/Phoenix',
    })
    const acts = await readActs(world.house.store.db, customerId, { count: 3 })
    expect(acts.map(({ action }) => action)).toEqual(['person changed', 'person added', 'person added'])
    expect(acts[0]?.before).toMatchObject({ firstName: 'Old', phoneNumber: '405 555 0111' })
    expect((await verifyChains(world.house.store.db)).faults).toEqual([])
    expect(outcomes(await report(text))).toEqual(['same', 'same', 'same'])
  })

  it.each<[rule: string, row: string, problem: string]>([
    ['a role that is not below the caller’s', 'A,B,a@b.test,,Admin,Grounds,CST', 'Permission Level'],
    ['an unknown role', 'A,B,a@b.test,,Emperor,Grounds,CST', "Permission Level 'Emperor'"],
    ['no role', 'A,B,a@b.test,,,Grounds,CST', 'Permission Level is required'],
    ['no group', 'A,B,a@b.test,,Customer,,CST', 'User Group is required'],
    ['no first name', ',B,a@b.test,,Customer,Grounds,CST', 'First Name is required'],
    ['no address', 'A,B,,,Customer,Grounds,CST', 'Email is required'],
    [
      'no address or phone number to notify',
      'A,B,,,Notification Only,Grounds,CST',
      'Enter an email address or a phone',
    ],
    ['an unknown time zone', 'A,B,a@b.test,,Customer,Grounds,Mars', 'Time Zone is not a time zone'],
    ['an invalid phone number', 'A,B,a@b.test,call me,Customer,Grounds,CST', 'Phone must be'],
    ['too few cells', 'A,B,a@b.test', 'This row has 3 cells'],
    ['too many cells', 'A,B,a@b.test,,Customer,Grounds,CST,more', 'This row has 8 cells'],
  ])('rejects %s', async (_, row, problem) => {
    const { rows } = await report(table(row), true)
    expect(rows[0]?.outcome).toBe('refuse')
    expect(
      rows[0]?.problems.some(text => text.startsWith(problem)),
      rows[0]?.problems.join(),
    ).toBe(true)
  })

  it('rejects a person listed twice, and an address in use elsewhere', async () => {
    const twice = await report(table(ada, ada.replace('ada@', 'ADA@')))
    expect(outcomes(twice)).toEqual(['add', 'refuse'])
    expect(twice.rows[1]?.problems).toEqual(['This person is already on line 2.'])
    const foreign = await report(table(ada.replace('ada@example.test', stranger.email)))
    expect(foreign.rows[0]?.problems).toEqual(['Email is used by another account'])
  })

  it('does not turn full users into notification-only people, which would cost them their locations', async () => {
    await add({ email: 'stays@example.test' })
    const { rows } = await report(table('Some,,stays@example.test,,Notification Only,Grounds,CST'))
    expect(rows[0]?.problems[0]).toMatch(/^Permission Level cannot become/)
  })

  it('limits an Assistant Admin to their own group, and raises no one’s role', async () => {
    const own = 'Own,One,own@example.test,,Customer,Grounds,CST'
    expect(outcomes(await report(table(own), true, assistant))).toEqual(['add'])
    for (const [row, problem] of [
      [own.replace('Grounds', 'Athletics'), 'User Group must be your own user group'],
      [own.replace('Customer', 'Assistant Admin'), 'Permission Level cannot be Assistant Admin'],
      [`Me,Too,${assistant.email},,Admin,Grounds,CST`, 'You may not change this person.'],
      [`Not,Mine,${admin.email},,Customer,Grounds,CST`, 'Email is used by another account'],
    ] as const) {
      const { rows } = await report(table(row), true, assistant)
      expect(rows[0]?.problems.join(' ')).toContain(problem)
    }
  })

  it('is imported once when it is sent twice at once', async () => {
    const text = table(
      'Twin,One,twin@example.test,,Customer,Grounds,CST',
      'Twin,Two,,405 555 0177,Notification Only,Grounds,CST',
    )
    const reports = await Promise.all([report(text, true), report(text, true), report(text, true)])
    expect(reports.map(outcomes).sort()).toEqual([
      ['add', 'add'],
      ['same', 'same'],
      ['same', 'same'],
    ])
    expect((await people()).filter(user => user.firstName === 'Twin')).toHaveLength(2)
  })
})

describe('the locations column', () => {
  const places = { stadium: 0, pool: 0 }
  const withPlaces = (...rows: string[]) => [`${header},Locations`, ...rows, ''].join('\r\n')
  const row = (name: string, cell: string) =>
    `Place,${name},place.${name}@example.test,,Customer,Grounds,CST,${cell}`
  async function define(name: string): Promise<number> {
    const body = { name, address: '1 Main', latitude: 35.2, longitude: -97.4, riskProfileId: null }
    const answer = await world.ask(addOrganizationLocation, { body }, admin)
    return (answer.body.data as { organizationLocation: { id: number } }).organizationLocation.id
  }
  const placesOf = async (name: string) => (await named(`place.${name}@example.test`))?.orgLocations ?? []

  beforeAll(async () => {
    places.stadium = await define('Stadium; North')
    places.pool = await define('Pool')
  })

  it('assigns people the places they are alerted for, and reports who has none', async () => {
    const gate = await define('Gate')
    const text = withPlaces(row('a', 'pool; GATE'), row('b', ''), row('c', 'Stadium; North'))
    const taken = await report(text, true)
    expect(taken.rows.map(({ outcome, warnings }) => [outcome, warnings])).toEqual([
      ['add', []],
      ['add', [noLocation]],
      ['add', []],
    ])
    expect(await placesOf('a')).toEqual([places.pool, gate])
    expect(await placesOf('b')).toEqual([])
    expect(await placesOf('c')).toEqual([places.stadium])
    expect(await named('place.a@example.test')).toMatchObject({ hasLocations: true })
    const acts = await readActs(world.house.store.db, customerId, { count: 5 })
    expect(acts.map(({ action }) => action)).toContain('organization locations given')
    expect(outcomes(await report(text))).toEqual(['same', 'same', 'same'])
  })

  it('changes existing people, leaves them unchanged where it is empty, and accepts an export', async () => {
    expect(outcomes(await report(withPlaces(row('a', 'Pool')), true))).toEqual(['change'])
    expect(await placesOf('a')).toEqual([places.pool])
    const kept = await report(withPlaces(row('a', '')), true)
    expect(kept.rows).toMatchObject([{ outcome: 'same', warnings: [] }])
    expect(await placesOf('a')).toEqual([places.pool])
    const text = await exported()
    expect(text.split('\r\n')[0]).toContain('Locations')
    expect(outcomes(await report(text)).filter(outcome => outcome !== 'same')).toEqual([])
  })

  it('rejects a row with an unknown or ambiguous name', async () => {
    await define('Twin Field')
    await define('twin field')
    const { rows, isApplied } = await report(
      withPlaces(row('x', 'Pool;Atlantis'), row('y', 'Twin Field')),
      true,
    )
    expect(isApplied).toBe(false)
    expect(rows.map(({ problems }) => problems)).toEqual([
      ["Locations 'Atlantis' is not known"],
      ["Locations 'Twin Field' is the name of several locations"],
    ])
    expect(await named('place.x@example.test')).toBeUndefined()
  })
})

describe('a table', () => {
  const quoted = '"Ann ""Annie""","O\nMalley",ann@example.test,,"Customer","Grounds",CST'

  it.each<[what: string, text: string]>([
    ['a byte order mark', `\uFEFF${table(ada)}`],
    ['lines that end in LF', table(ada).replaceAll('\r\n', '\n')],
    ['lines that end in CR', table(ada).replaceAll('\r\n', '\r')],
    ['column names in capitals', table(ada).replace(header, header.toUpperCase())],
    [
      'columns in any order',
      'Email,Time Zone,User Group,Permission Level,First Name\nada@example.test,CST,Grounds,Customer,Ada\n',
    ],
    ['no final line break', table(ada).trimEnd()],
    ['cells with surrounding spaces', table(ada.replaceAll(',', ' , '))],
    ['semicolons', table(ada).replaceAll(',', ';')],
  ])('may have %s', async (_, text) => {
    expect(outcomes(await report(text))).toEqual(['add'])
  })

  it('may have quotes with line breaks inside', async () => {
    const { rows } = await report(table(ada, quoted.replace('O\nMalley', 'O, Malley')))
    expect(rows[1]).toMatchObject({ name: 'Ann "Annie" O, Malley', outcome: 'add' })
    expect((await report(table(quoted))).rows[0]?.outcome).toBe('refuse')
  })

  it.each<[what: string, text: string, fault: string]>([
    ['is empty', ' \r\n', 'is empty'],
    ['contains no people', `${header}\r\n`, 'contains no people'],
    ['lacks a column', 'First Name,Email\r\nSome,some@example.test\r\n', "has no column 'User Group'"],
    ['has an unknown column', table(ada).replace('Phone', 'Telephone'), "has a column 'Telephone'"],
    [
      'has a column twice',
      table(ada).replace('Last Name', 'First Name'),
      "has the column 'First Name' twice",
    ],
    ['has an open quote', table(`"${ada}`), 'cannot be read as a table'],
    ['has a quote within a cell', table(ada.replace('Byron', 'By"ron')), 'cannot be read as a table'],
    ['was in another encoding', table(ada.replace('Byron', 'Gr\uFFFDgoire')), 'is not in UTF-8'],
    ['is not a table at all', '%PDF-1.7 \u0001\u0002\u0003', 'has a column'],
    ['has too many people', table(...Array.from({ length: 2001 }, () => ada)), 'has more than 2000'],
    ['is one endless line', `${header}\n${'a'.repeat(50_000)}`, 'cannot be read as a table'],
  ])('is rejected if it %s', async (_, text, fault) => {
    const answer = await send(text, true)
    expect(answer.status).toBe(400)
    expect(
      faultsOf(answer).some(one => one.startsWith(fault)),
      faultsOf(answer).join(),
    ).toBe(true)
  })

  it('is rejected if its bytes are not valid text', async () => {
    expect((await send(table(ada.replace('Byron', '\0')), true)).status).toBe(400)
    const payload = Buffer.concat([
      Buffer.from(`{"apply":true,"text":"${header}\\n`),
      Buffer.from([0xff, 0xfe, 0xc3, 0x28]),
      Buffer.from('"}'),
    ])
    const headers = { 'content-type': 'application/json' }
    const raw = await world.raw({ method: 'POST', url: importUsers.path, payload, headers }, admin)
    expect(raw.status).toBe(400)
  })
})

describe('an export', () => {
  it('can be imported unchanged, including formulas', async () => {
    await add({ firstName: '=1+1', lastName: "'@SUM(A1)", email: 'formula@example.test' })
    await add({
      firstName: '-x',
      lastName: 'a,"b"',
      email: 'comma@example.test',
      phoneNumber: '+1 405 555 0100',
    })
    const body = { firstName: 'Only', email: null, phoneNumber: '+1 405 555 0133', timeZone: 'CST' }
    await world.ask(addNotificationUser, { body: { ...body, siteId: groupId } }, admin)
    const text = await exported()
    expect(text).toContain("'=1+1,''@SUM(A1),formula@example.test")
    expect(text).toContain("'+1 405 555 0133")
    expect(text).not.toMatch(/(^|,)[=+@]/m)

    const { rows, isApplied } = await report(text, true)
    expect(isApplied).toBe(true)
    expect(rows.length).toBe((await people()).length)
    expect(rows.filter(({ outcome }) => outcome !== 'same')).toEqual([])
  })

  it('contains the people the caller may see', async () => {
    expect(await exported(stranger)).not.toContain(admin.email)
    const own = await exported(assistant)
    expect(own).toContain(assistant.email)
    expect(own).not.toContain(admin.email)
  })
})

it('imports two thousand people at once', async () => {
  const rows = Array.from({ length: 2000 }, (_, at) => `P,${at},p${at}@example.test,,Customer,Grounds,CST`)
  expect((await report(table(...rows), true)).isApplied).toBe(true)
  expect((await people()).filter(user => user.firstName === 'P')).toHaveLength(2000)
  expect(outcomes(await report(table(...rows))).every(outcome => outcome === 'same')).toBe(true)
})
