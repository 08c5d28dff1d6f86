import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { outsideAlertTimes } from '#domain/notifications/recipient'
import { hourMs, minuteMs, secondMs } from '#server/platform/clock'
import { insertPolicy } from '#server/rooms/policies/index'
import { storeOnlyChannel, type DeliveryChannel } from './channels/channel.ts'
import { openNotifyingWorld, type NotifiedPerson } from './notifying.testing.ts'

const { store, clock, world } = await openNotifyingWorld()
beforeEach(() => clock.reset())
afterAll(() => store.close())

const busy: DeliveryChannel = {
  ...storeOnlyChannel,
  deliver: async () => ({ kind: 'try-again', because: 'busy' }),
}
const dispatch = (email: DeliveryChannel = storeOnlyChannel) => world.send({ email })

const kindsOf = async (person: NotifiedPerson) =>
  (await world.concerns(person)).map(
    ({ kind, told: notified }) => `${kind} ${notified ? 'told' : 'not told'}`,
  )
const sentTo = async (person: NotifiedPerson) =>
  (await world.deliveries(person)).map(
    ({ channel, recipient, subject, state }) => `${channel} ${recipient}: ${subject} (${state})`,
  )

describe('a strike inside a ring', () => {
  it('notifies its person on their channels, once, with the reason', async () => {
    const person = await world.person({ phone_number: '(405) 555-0100', sms_notifications: true })
    await world.open(person)
    await world.tell()
    await world.tell()
    await dispatch()
    expect(await sentTo(person)).toEqual([
      'sms +14055550100: Lightning delay: Stadium (kept)',
      `email ${person.email}: Lightning delay: Stadium (kept)`,
    ])
    const [concern] = await world.concerns(person)
    expect(concern).toMatchObject({ told: true, because: 'Within the alert times', event_type: 'Lightning' })
    expect(concern?.message).toBe(
      'Lightning within 7.6 miles of Stadium. All clear 30 minutes after the last strike.\n\n' +
        'It is in Ring 1 (8 mi).\n\nStay in a safe place until at least 12:52 PM CST.',
    )
  })

  it('does not notify people whose settings exclude it, and records which setting did', async () => {
    const declines = await world.person({ declines_notifications: true })
    const silenced = await world.person({}, 'Customer', 30)
    const unreachable = await world.person({ email: null })
    const disabled = await world.person({ is_active: false })
    for (const person of [declines, silenced, unreachable, disabled]) await world.open(person)
    await world.tell()
    const reasons = []
    for (const person of [declines, silenced, unreachable, disabled]) {
      expect(await world.deliveries(person)).toEqual([])
      reasons.push((await world.concerns(person)).map(({ told: notified, because }) => [notified, because]))
    }
    expect(reasons).toEqual([
      [[false, 'Notifications are turned off']],
      [[false, 'Notifications are silenced for this location']],
      [[false, 'No channel that reaches this person is turned on']],
      [[false, 'The account is not active']],
    ])
  })

  it('in an inner ring covers the rings around it', async () => {
    const person = await world.person()
    const [outer, inner] = [await world.open(person, 2), await world.open(person, 1)]
    await world.tell()
    expect(await kindsOf(person)).toEqual(['opened not told', 'opened told'])
    await dispatch()
    await world.end(person, inner, 'All Clear', 1)
    await world.end(person, outer, 'All Clear', 2)
    await world.tell()
    expect(await kindsOf(person)).toEqual(['opened not told', 'opened told', 'ended told'])
  })

  it('in an outer ring does not notify a person already notified of an inner one, until that is clear', async () => {
    const person = await world.person()
    const outer = await world.open(person, 2)
    await world.tell()
    clock.advance(6 * minuteMs)
    const inner = await world.open(person, 1)
    await world.tell()
    await dispatch()
    clock.advance(5 * minuteMs)
    await world.extend(person, outer, 2)
    await world.tell()
    expect(await kindsOf(person)).toEqual(['opened told', 'opened told'])
    await world.end(person, inner, 'All Clear', 1)
    await world.tell()
    await world.extend(person, outer, 2)
    await world.tell()
    // The message about the ring's end names the other ring, which requires no action and is not repeated.
    expect(await kindsOf(person)).toEqual(['opened told', 'opened told', 'ring clear told'])
  })

  it('in an inner ring does not cover an outer one for a person who is not notified of the inner one', async () => {
    const person = await world.person()
    const groups = [world.groupId]
    const actions = [{ id: 1, triggerId: 1, allClear: false, message: '' }]
    const policies = [
      { type: 'LR1', threshold: 8, notificationActions: [] },
      { type: 'LR2', threshold: 16, notificationActions: actions },
    ] as const
    await store.db.transaction().execute(async tx => {
      const common = { customerId: world.customerId, allClearMinutes: 30, groups }
      for (const policy of policies) await insertPolicy(tx, { ...common, ...policy }, clock.now())
    })
    await world.open(person, 2)
    await world.open(person, 1)
    await world.tell()
    await sql`delete from policies`.execute(store.db)
    expect(await kindsOf(person)).toEqual(['opened told', 'opened not told'])
  })
})

describe('the end', () => {
  it('is sent to everyone notified of the beginning, even outside their alert times, on the same channels', async () => {
    const person = await world.person()
    const delay = await world.open(person)
    await world.tell()
    await dispatch()
    clock.advance(14 * hourMs)
    await store.db
      .withTables<{ users: { id: string; declines_notifications: boolean } }>()
      .updateTable('users')
      .set({ declines_notifications: true })
      .where('id', '=', person.id)
      .execute()
    await world.end(person, delay)
    await world.tell()
    await dispatch()
    expect(await sentTo(person)).toEqual([
      `email ${person.email}: Lightning delay: Stadium (kept)`,
      `email ${person.email}: All clear: Stadium (kept)`,
    ])
  })

  it('is not sent to people who were not notified of the beginning', async () => {
    const person = await world.person()
    clock.advance(14 * hourMs)
    const delay = await world.open(person)
    await world.tell()
    clock.advance(4 * hourMs)
    await world.end(person, delay)
    await world.tell()
    expect(await world.concerns(person)).toMatchObject([{ told: false, because: outsideAlertTimes }])
  })

  it('of a message that was never sent removes it from the outbox, and is not sent either', async () => {
    const person = await world.person()
    const delay = await world.open(person)
    await world.tell()
    await world.end(person, delay)
    await world.tell()
    await dispatch()
    expect(await sentTo(person)).toEqual([`email ${person.email}: Lightning delay: Stadium (superseded)`])
  })

  it('of a message that may have been sent is sent', async () => {
    const person = await world.person()
    const delay = await world.open(person)
    await world.tell()
    await dispatch(busy)
    await world.end(person, delay)
    await world.tell()
    clock.advance(5 * minuteMs)
    await dispatch()
    expect(await sentTo(person)).toEqual([
      `email ${person.email}: Lightning delay: Stadium (superseded)`,
      `email ${person.email}: All clear: Stadium (kept)`,
    ])
  })

  it('is sent with the next one if its delivery is unknown', async () => {
    const person = await world.person()
    const delay = await world.open(person)
    await world.tell()
    await dispatch()
    await world.end(person, delay)
    await world.tell()
    await dispatch(busy)
    const next = await world.open(person)
    await world.tell()
    await world.end(person, next)
    await world.tell()
    clock.advance(5 * minuteMs)
    await dispatch()
    expect(await sentTo(person)).toEqual([
      `email ${person.email}: Lightning delay: Stadium (kept)`,
      `email ${person.email}: All clear: Stadium (superseded)`,
      `email ${person.email}: Lightning delay: Stadium (superseded)`,
      `email ${person.email}: All clear: Stadium (kept)`,
    ])
  })

  it('for a reason other than the weather is not an All Clear', async () => {
    const person = await world.person()
    const delay = await world.open(person)
    await world.tell()
    await dispatch()
    await world.end(person, delay, 'The location was removed')
    await world.tell()
    const last = (await world.concerns(person)).at(-1)
    expect(last?.message).toContain('This is not an all clear.')
    expect((await world.deliveries(person)).at(-1)?.subject).toBe('No longer monitored: Stadium')
  })
})

describe('an All Clear that a late strike withdraws', () => {
  it('is explicitly withdrawn for everyone who received it, even outside their alert times', async () => {
    const person = await world.person()
    const delay = await world.open(person)
    await world.tell()
    await dispatch()
    clock.advance(13 * hourMs)
    const struckAt = clock.now()
    clock.advance(minuteMs)
    await world.end(person, delay)
    await world.tell()
    await dispatch()
    await world.open(person, 1, struckAt)
    await world.tell()
    await dispatch()
    expect((await sentTo(person)).at(-1)).toBe(`email ${person.email}: All Clear withdrawn: Stadium (kept)`)
    expect((await world.concerns(person)).at(-1)?.message).toMatch(/^All Clear withdrawn: lightning struck/)
  })

  it('is not sent if it is still waiting', async () => {
    const person = await world.person()
    const delay = await world.open(person)
    await world.tell()
    await dispatch()
    const struckAt = clock.now()
    clock.advance(minuteMs)
    await world.end(person, delay)
    await world.tell()
    await world.open(person, 1, struckAt)
    await world.tell()
    await dispatch()
    expect(await sentTo(person)).toEqual([
      `email ${person.email}: Lightning delay: Stadium (kept)`,
      `email ${person.email}: All clear: Stadium (superseded)`,
      `email ${person.email}: Lightning delay: Stadium (kept)`,
    ])
  })
})

it('repeats at most every ten minutes, at any rate of strikes', async () => {
  const person = await world.person()
  const delay = await world.open(person)
  await world.tell()
  for (let seconds = 0; seconds < 25 * 60; seconds += 15) {
    clock.advance(15 * secondMs)
    await world.extend(person, delay)
    if (seconds % 60 === 0) await world.tell()
  }
  await world.tell()
  expect(await kindsOf(person)).toEqual(['opened told', 'again told', 'again told'])
})

it('sends what is still in progress when alert times begin, and nothing that is over by then', async () => {
  const [early, over] = [await world.person(), await world.person()]
  clock.advance(16 * hourMs) // 4:22 AM
  const [stays, ends] = [await world.open(early), await world.open(over)]
  await world.tell()
  await world.end(over, ends)
  await world.tell()
  await world.tellLate()
  clock.advance(hourMs)
  await world.tellLate()
  await world.tellLate()
  await dispatch()
  expect(await sentTo(early)).toEqual([`email ${early.email}: Lightning delay continues: Stadium (kept)`])
  expect(await sentTo(over)).toEqual([])
  await world.end(early, stays)
  await world.tell()
  expect(await kindsOf(early)).toEqual(['opened not told', 'again told', 'ended told'])
})

it('follows a policy that does not notify, and adds the text of one that does', async () => {
  const person = await world.person()
  const groups = [world.groupId]
  const policy = {
    customerId: world.customerId,
    type: 'LR2',
    threshold: 16,
    allClearMinutes: 30,
    groups,
  } as const
  const add = (
    notificationActions: { id: number; triggerId: number; allClear: boolean; message: string }[],
  ) => store.db.transaction().execute(tx => insertPolicy(tx, { ...policy, notificationActions }, clock.now()))
  const first = await add([])
  const delay = await world.open(person, 2)
  await world.tell()
  expect(await world.concerns(person)).toMatchObject([
    { told: false, because: 'The policy does not notify users' },
  ])
  await world.end(person, delay, 'All Clear', 2)
  await sql`delete from policies where id = ${first}`.execute(store.db)
  await add([{ id: 1, triggerId: 1, allClear: false, message: 'Go to the gym.' }])
  await world.open(person, 2)
  await world.tell()
  expect((await world.concerns(person)).at(-1)?.message).toContain('Go to the gym.')
  await sql`delete from policies`.execute(store.db)
})

it('sends the same notifications whatever is killed in between, and however often', async () => {
  const steps = fc.array(fc.constantFrom('open', 'extend', 'end', 'tell', 'killed', 'send', 'minutes'), {
    minLength: 4,
    maxLength: 24,
  })
  await fc.assert(
    fc.asyncProperty(steps, async sequence => {
      clock.reset()
      const person = await world.person()
      let delay: number | null = null
      for (const step of sequence) {
        if (step === 'open') delay ??= await world.open(person)
        if (step === 'extend' && delay !== null) await world.extend(person, delay)
        if (step === 'end' && delay !== null) {
          await world.end(person, delay)
          delay = null
        }
        if (step === 'tell') await world.tell()
        if (step === 'killed') await world.tell({ dies: true }).catch(() => {}) // as if the process had never begun
        if (step === 'send') await dispatch()
        if (step === 'minutes') clock.advance(9 * minuteMs)
      }
      if (delay !== null) await world.end(person, delay)
      await world.tell()
      await dispatch()

      const concerns = await world.concerns(person)
      // Nothing is repeated, and everything that was sent is followed by its end.
      const once = concerns.map(({ event, kind, round }) => `${event} ${kind} ${round}`)
      expect(new Set(once).size).toBe(once.length)
      const deliveries = await world.deliveries(person)
      expect(
        deliveries.every(({ state }) => state === 'kept' || state === 'superseded' || state === 'expired'),
      ).toBe(true)
      // The last message that anyone received is the end: no one is left waiting, and no one receives the end twice.
      const kept = deliveries.filter(({ state }) => state === 'kept').map(({ subject }) => subject)
      expect(kept.at(-1) ?? 'All clear: Stadium').toBe('All clear: Stadium')
      kept.forEach((subject, index) => {
        if (subject === 'All clear: Stadium') expect(kept[index - 1]).toMatch(/delay( continues)?: Stadium$/)
      })
    }),
    { numRuns: 60 },
  )
})
