import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  deleteReport,
  generateReport,
  listReportRecipients,
  listReports,
  reportCsv,
  type Report,
} from '#contract/messages/reports'
import { testHouse, testSecret, type TestHouse, type TestPerson } from '#server/house/testing'
import { dayMs, hourMs } from '#server/platform/clock'
import { shiftedClock } from '#server/platform/clock.testing'
import { createSecrets } from '#server/platform/secrets'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import {
  addCustomer,
  field,
  fillHistory,
  linesOf,
  nowMs,
  requestOf,
  track,
  type RequestChange,
} from './reports.testing.ts'

let store: TestStore
let world: TestHouse
const clock = shiftedClock(nowMs)
let admin: TestPerson
let assistant: TestPerson
let coach: TestPerson
let outsider: TestPerson
let groups: { field: number; office: number }
const may = ['historical_report.access'] as const
const hidden = { ...field, id: 'WXS-9', name: 'Elsewhere' }

beforeAll(async () => {
  store = await freshStore()
  const { customerId, ids } = await addCustomer(store.db, 'One', [field, track])
  const other = await addCustomer(store.db, 'Two', [hidden])
  await fillHistory(store.db, ids[0] as number, '2026-10-20', '2026-11-14')
  world = await testHouse({ store, clock })
  groups = { field: await world.group(customerId, 'Field'), office: await world.group(customerId, 'Office') }
  admin = await world.person({ role: 'Admin', customerId, groupId: groups.office })
  assistant = await world.person({ role: 'AssistantAdmin', customerId, groupId: groups.field })
  coach = await world.person({ role: 'Customer', customerId, groupId: groups.field })
  await world.person({ role: 'Customer', customerId, groupId: groups.field, isActive: false })
  outsider = await world.person({ role: 'Admin', customerId: other.customerId, permissions: may })
})
afterAll(async () => {
  await world.close()
  await store.close()
})
const forgetReports = () => sql`truncate reports, report_files, report_recipients, outbox`.execute(store.db)
beforeEach(() => clock.reset())

const generate = (person: TestPerson, change: RequestChange = {}) =>
  world.ask(generateReport, { body: requestOf(person.id, change) }, person)
const listed = async (person: TestPerson) => (await world.ask(listReports, {}, person)).body.data as Report[]

async function built(person: TestPerson): Promise<Report> {
  return vi.waitFor(
    async () => {
      const [report] = await listed(person)
      expect(report?.state).toBe('Ready')
      return report as Report
    },
    { timeout: 20_000, interval: 50 },
  )
}

async function download(url: string) {
  const reply = await world.house.http.inject({ url })
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload, text: reply.body }
}

async function letters(): Promise<{ to: string; subject: string; text: string }[]> {
  const { rows } = await sql<{ recipient: string; subject: string; sealed_text: string }>`
    select recipient, subject, sealed_text from outbox order by recipient`.execute(store.db)
  const secrets = createSecrets(testSecret)
  return rows.map(row => ({
    to: row.recipient,
    subject: row.subject,
    text: secrets.open(row.sealed_text),
  }))
}
const linksIn = (text: string) =>
  [...text.matchAll(/https?:\/\/[^/\s]+(\/\S+)/g)].map(([, path = '']) => path)

describe('what can be requested', () => {
  beforeEach(forgetReports)

  const someday = { StartDate: '2026-11-01', EndDate: '2026-11-16' }
  it.each<[field: string, RequestChange]>([
    ['Requestor', { Requestor: '00000000-0000-4000-8000-000000000000' }],
    ['Recipients', { Recipients: ['00000000-0000-4000-8000-000000000000'] }],
    ['HardwareIds', { filters: { HardwareIds: [field.id, 'no such station'] } }],
    ['HardwareIds', { filters: { HardwareIds: [hidden.id] } }],
    ['ObservationTypes', { filters: { ObservationTypes: {} } }],
    ['ObservationTypes', { filters: { ObservationTypes: { WindGust: ['min'] } } }],
    ['ObservationTypes', { filters: { ObservationTypes: { Evapotranspiration: ['sum'] } } }],
    ['EndDate', { time: { StartDate: '2026-11-03', EndDate: '2026-11-02' } }],
    ['EndDate', { time: { ...someday, EndDate: '2026-11-17' } }],
    ['StartTimeOfDay', { time: { StartTimeOfDay: '07:10:00', EndTimeOfDay: '12:00:00' } }],
    ['StartTimeOfDay', { time: { StartTimeOfDay: '24:00:00', EndTimeOfDay: '12:00:00' } }],
    ['StartTimeOfDay', { time: { EndTimeOfDay: '12:00:00' } }],
    ['EndTimeOfDay', { time: { StartTimeOfDay: '07:00:00' } }],
    ['EndTimeOfDay', { time: { StartTimeOfDay: '07:00:00', EndTimeOfDay: '25:00:00' } }],
    [
      'StartTimeOfDay',
      {
        DataInterval: 1440,
        time: { StartDate: '2024-11-03', StartTimeOfDay: '07:15:00', EndTimeOfDay: '12:00:00' },
      },
    ],
  ])('rejects %s by name: %j', async (name, change) => {
    const reply = await generate(admin, change)
    expect(reply.status).toBe(400)
    expect(Object.keys(reply.body.responseException?.errors ?? {})).toEqual([name])
  })

  it('rejects more days than an interval may span, with the exact text', async () => {
    const text =
      'Your selected date range exceeds the 14-day limit for the 15 min interval. Please adjust your date range to continue.'
    const tooLong = { StartDate: '2026-11-02', EndDate: '2026-11-16' }
    const reply = await generate(admin, { DataInterval: 15, time: tooLong })
    expect(reply.body.responseException).toEqual({ message: text, errors: { ServerErrors: [text] } })
    const fits = { ...tooLong, StartDate: '2026-11-03' }
    expect((await generate(admin, { DataInterval: 15, time: fits })).status).toBe(200)
  })

  it('rejects one of two simultaneous requests', async () => {
    const replies = await Promise.all([generate(admin), generate(admin), generate(admin)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const refused = replies.find(({ status }) => status === 409)
    const text = 'Your last report is not finished yet. Please wait for it, or delete it.'
    expect(refused?.body.responseException).toEqual({ message: text, errors: { ServerErrors: [text] } })
  })

  it('is stored without the people in it, whose accounts may be deleted before the report', async () => {
    expect((await generate(admin, { Recipients: [coach.id] })).status).toBe(200)
    const { rows } = await sql<{ request: object }>`
      select request from reports order by id desc limit 1`.execute(store.db)
    expect(rows[0]?.request).toMatchObject({ Name: expect.any(String), DataInterval: expect.any(Number) })
    for (const { id } of [admin, coach]) expect(JSON.stringify(rows[0]?.request)).not.toContain(id)
  })

  it('limits an organization to twenty an hour, including deleted ones', async () => {
    const earlier = new Date(nowMs - hourMs - 1000)
    await sql`
      insert into reports (customer_id, requested_by, requester, name, request, stations, state, requested_at, deleted_at)
      select ${admin.customerId}::bigint, gen_random_uuid(), '', '', '{}', '[]', 'Ready',
        ${earlier}::timestamptz, now() from generate_series(1, 20)`.execute(store.db)
    expect((await generate(admin)).status).toBe(200)
    await sql`update reports set requested_at = ${new Date(nowMs)}`.execute(store.db)
    expect((await generate(coach)).status).toBe(429)
  })

  it('lets an administrator reach everyone active, and Assistant Admins and others their own user group', async () => {
    const reached = async (person: TestPerson) => {
      const { data } = (await world.ask(listReportRecipients, {}, person)).body
      return (data as { siteId: number; users: { id: string }[] }[]).map(({ siteId, users }) => ({
        siteId,
        users: users.map(({ id }) => id),
      }))
    }
    expect(await reached(admin)).toEqual([{ siteId: groups.field, users: [assistant.id, coach.id] }])
    expect(await reached(assistant)).toEqual([{ siteId: groups.field, users: [coach.id] }])
    expect(await reached(coach)).toEqual([{ siteId: groups.field, users: [assistant.id] }])
    expect((await generate(assistant, { Recipients: [admin.id] })).status).toBe(400)
    expect((await generate(coach, { Recipients: [admin.id] })).status).toBe(400)
    expect((await generate(admin, { Recipients: [outsider.id] })).status).toBe(400)
  })
})

/** All tests here share one report, in this order, because drawing it takes a second. */
describe('a finished report', () => {
  let report: Report
  let csv: Awaited<ReturnType<typeof download>>

  beforeAll(async () => {
    clock.reset()
    await forgetReports()
    const reply = await generate(assistant, { Recipients: [coach.id], Name: '=HYPERLINK' })
    const waiting = reply.body.data as Report
    expect(waiting).toMatchObject({ state: 'Waiting', isOwn: true, csvUrl: null, pdfUrl: null })
    report = await built(assistant)
  }, 40_000)

  it('is listed for its requester, who is always a recipient, and for the other recipients', async () => {
    expect(report).toMatchObject({ progress: 100, rowCount: 121, stations: [field.name], dataInterval: 60 })
    const recipients = report.recipients.map(({ id }) => id)
    expect(recipients.toSorted()).toEqual([assistant.id, coach.id].toSorted())
    expect(await listed(coach)).toMatchObject([{ id: report.id, isOwn: false, state: 'Ready' }])
    expect(await listed(admin)).toEqual([])
    expect(await listed(outsider)).toEqual([])
  })

  it('matches the tables cell by cell, and leaves missing values empty', async () => {
    csv = await download(report.csvUrl ?? '')
    expect(csv.headers['content-disposition']).toContain('filename="_HYPERLINK.csv"')
    const lines = linesOf(csv.text)
    expect(lines[0]?.slice(3)).toEqual([
      'Start (local, America/Chicago)',
      'Local offset',
      'Temperature, average (°F)',
      'Temperature, maximum (°F)',
      'Temperature, minimum (°F)',
      'WBGT, maximum (°F)',
      'Precipitation, accumulation (in)',
    ])
    const { rows } = await sql<{ at: Date; mean: number; wbgt: number; rain: number }>`
    select start_at as at, mean_temperature_f as mean, max_wbgt_f as wbgt,
      coalesce(corrected_rain_inches, rain_inches) as rain
    from station_hours where start_at >= '2026-10-30 05:00Z' and start_at < '2026-11-04 06:00Z'
    order by 1`.execute(store.db)
    const reported = new Map(lines.slice(1).map(line => [`${line[2]?.replace(' ', 'T')}:00.000Z`, line]))
    expect(reported.size).toBe(121)
    for (const { at, mean, wbgt, rain } of rows) {
      const line = reported.get(at.toISOString()) ?? []
      reported.delete(at.toISOString())
      expect([Number(line[5]), Number(line[8]), Number(line[9])]).toEqual([mean, wbgt, rain])
    }
    for (const line of reported.values()) expect(line.slice(5)).toEqual(['', '', '', '', ''])
    expect(reported.size).toBe(121 - rows.length)
  })

  it('is sent with links that work for seven days', async () => {
    const sent = await letters()
    expect(sent.map(({ to }) => to)).toEqual([assistant.email, coach.email].toSorted())
    expect(sent[0]?.text).toMatch(/The links work until Nov 23, 2026, 12:2\d PM CST\./)
    const [pdfLink = '', csvLink = ''] = linksIn(sent[0]?.text ?? '')
    clock.advance(7 * dayMs - hourMs)
    expect((await download(pdfLink)).bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await download(csvLink)).text).toBe(csv.text)
    expect((await download(csvLink.replace('/Csv/', '/Pdf/'))).status).toBe(403)

    clock.advance(2 * hourMs)
    const late = await download(pdfLink)
    expect(late.status).toBe(403)
    expect(late.text).toContain('This report address has expired. Open Reports in Skywarden for a new one.')
    expect((await download(report.csvUrl ?? '')).status).toBe(403)
  })

  it('cannot be opened without its key', async () => {
    const query = { expires: String(Math.round(nowMs / 1000) + 3600), key: 'guessed' }
    const reply = await world.ask(reportCsv, { params: { id: String(report.id) }, query })
    expect(reply.status).toBe(403)
  })

  it('is listed without links when its files are gone', async () => {
    const setUntil = (until: Date) => sql`update reports set files_until = ${until}`.execute(store.db)
    await setUntil(new Date(nowMs - 1))
    expect(await listed(assistant)).toMatchObject([{ state: 'Ready', csvUrl: null, pdfUrl: null }])
    expect((await download(report.csvUrl ?? '')).status).toBe(404)
    await setUntil(new Date(nowMs + dayMs))
    expect((await download(report.csvUrl ?? '')).status).toBe(200)
  })

  it('is deleted with its files, only by its requester', async () => {
    const remove = (person: TestPerson) =>
      world.ask(deleteReport, { params: { id: String(report.id) } }, person)
    expect((await Promise.all([admin, outsider].map(remove))).map(({ status }) => status)).toEqual([404, 404])
    expect((await remove(coach)).status).toBe(404)
    expect((await remove(assistant)).status).toBe(200)
    expect((await remove(assistant)).status).toBe(404)
    expect(await listed(assistant)).toEqual([])
    expect(await listed(coach)).toEqual([])
    expect((await download(report.csvUrl ?? '')).status).toBe(404)
    const { rows } = await sql`select 1 from report_files`.execute(store.db)
    expect(rows).toEqual([])
    const audit = await sql<{ action: string }>`
      select action from audit_log where target like ${`%(report ${report.id})`} order by id`.execute(
      store.db,
    )
    expect(audit.rows.map(({ action }) => action)).toEqual(['report requested', 'report deleted'])
  })
})
