import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { later, minuteMs } from '#server/platform/clock'
import { soleLeader } from '#server/platform/leadership/testing'
import {
  storeOnlyChannel,
  type DeliveryChannel,
  type Message,
  type DeliveryAttempt,
} from './channels/channel.ts'
import { createDispatch, type Dispatch } from './engine.ts'
import { insertDeliveries, type NewDelivery } from './store/deliveries.ts'
import { bySatellite, openNotifyingWorld, unknownState } from './notifying.testing.ts'

const soon = { timeout: 45_000 }

const { store, clock, world } = await openNotifyingWorld()
let open: Dispatch[] = []

beforeEach(() => {
  clock.reset()
})
afterEach(async () => {
  for (const neighbor of neighbors.splice(0)) neighbor.letGo()
  await Promise.all(open.map(dispatch => dispatch.idle()))
  open = []
  await sql`delete from outbox`.execute(store.db)
  world.sky.clear()
})
afterAll(() => store.close())

const neighbors: Neighbor[] = []

/** A provider with scripted responses that holds messages on request. */
class Neighbor implements DeliveryChannel {
  readonly atOnce: number
  readonly atMost: number
  readonly taken: Message[] = []
  #held: (() => void)[] = []
  holds: (message: Message) => boolean = () => false
  answer: DeliveryAttempt = { kind: 'sent' }

  constructor(atOnce = 2) {
    this.atOnce = atOnce
    this.atMost = 3 * atOnce
    neighbors.push(this)
  }

  async deliver(message: Message): Promise<DeliveryAttempt> {
    this.taken.push(message)
    if (this.holds(message)) await new Promise<void>(resolve => this.#held.push(resolve))
    return this.answer
  }

  async probe(): Promise<DeliveryAttempt> {
    return this.answer
  }

  letGo() {
    this.holds = () => false
    for (const release of this.#held.splice(0)) release()
  }

  /** Without the time, which the subject of an end has at its end. */
  subjects = () => this.taken.map(({ subject }) => subject.replace(/, as of .+/, ''))
  close() {}
}

function dispatchBy(
  channels: Partial<Record<'email' | 'sms', DeliveryChannel>>,
  leadership = world.keeping.leadership,
) {
  const dispatch = createDispatch({
    db: store.db,
    clock,
    secrets: world.secrets,
    leadership,
    channels: { email: storeOnlyChannel, sms: storeOnlyChannel, push: storeOnlyChannel, ...channels },
    chance: () => 0,
    ringsAt: world.ringsAt,
  })
  open.push(dispatch)
  return dispatch
}

function queue(...deliveries: Partial<NewDelivery>[]) {
  const usual = {
    customerId: null,
    channel: 'email' as const,
    recipient: 'one@one.test',
    subject: '',
    sealedText: world.secrets.seal('text'),
    dedupeKey: null,
    expiresAt: later(clock.now(), 10 * minuteMs),
  }
  return store.db.transaction().execute(tx =>
    insertDeliveries(
      tx,
      deliveries.map(each => ({ ...usual, ...each })),
      clock.now(),
    ),
  )
}

const many = (count: number, delivery: Partial<NewDelivery>) =>
  Array.from({ length: count }, (_, n) => ({ ...delivery, recipient: `${n}@${n}.test` }))

describe('a message that hangs', () => {
  it('delays neither later messages nor another channel', async () => {
    const [email, sms] = [new Neighbor(), new Neighbor()]
    email.holds = ({ subject }) => subject === 'hangs'
    const dispatch = dispatchBy({ email, sms })
    await queue({ subject: 'hangs', priority: 'danger' })
    await dispatch.fill()
    await queue(
      { subject: 'mail', priority: 'danger' },
      { subject: 'text', priority: 'danger', channel: 'sms' },
    )
    await dispatch.fill()
    expect(email.subjects()).toEqual(['hangs', 'mail'])
    expect(sms.subjects()).toEqual(['text'])
  })

  it('occupies a slot for at most two seconds', async () => {
    const email = new Neighbor()
    email.holds = ({ subject }) => subject === 'hangs'
    const dispatch = dispatchBy({ email })
    await queue(...many(2, { subject: 'hangs', priority: 'danger' }), {
      subject: 'after',
      priority: 'danger',
    })
    await dispatch.fill()
    expect(email.subjects()).toEqual(['hangs', 'hangs'])
    clock.advance(2000)
    await dispatch.fill()
    expect(email.subjects()).toEqual(['hangs', 'hangs', 'after'])
  })

  it('leaves room for danger, however many messages hang', async () => {
    const email = new Neighbor()
    email.holds = ({ subject }) => subject === 'hangs'
    const dispatch = dispatchBy({ email })
    await queue(...many(50, { subject: 'hangs', priority: 'message' }))
    for (let turns = 0; turns < 5; turns++) {
      await dispatch.fill()
      clock.advance(2000)
    }
    expect(email.taken).toHaveLength(4)
    await queue({ subject: 'lightning', priority: 'danger' })
    await dispatch.fill()
    expect(email.subjects().at(-1)).toBe('lightning')
  })

  it('because of one domain leaves slots for other domains', async () => {
    const email = new Neighbor(4)
    email.holds = ({ recipient }) => recipient.endsWith('@slow.test')
    const dispatch = dispatchBy({ email })
    const slow = { recipient: 'a@slow.test', priority: 'danger' as const }
    await queue(...Array.from({ length: 40 }, () => slow))
    for (let turns = 0; turns < 5; turns++) {
      await dispatch.fill()
      clock.advance(2000)
    }
    await queue({ subject: 'other', priority: 'danger' })
    await dispatch.fill()
    expect(email.taken.length).toBeGreaterThan(8)
    expect(email.subjects().at(-1)).toBe('other')
  })

  it('is not taken before it is sent, because only messages in progress are leased', async () => {
    const email = new Neighbor()
    email.holds = () => true
    await queue(...many(20, { priority: 'danger' }))
    await dispatchBy({ email }).fill()
    const { rows } = await sql`select from outbox where leased_until is not null`.execute(store.db)
    expect(rows).toHaveLength(2)
  })
})

it('a turn ends however much there is to send, which lets the process stop', async () => {
  const email = new Neighbor()
  const slow: DeliveryChannel = {
    ...storeOnlyChannel,
    atOnce: 2,
    atMost: 4,
    deliver: async message => {
      await sleep(20)
      return email.deliver(message)
    },
  }
  await queue(...many(60, { priority: 'message' }))
  const dispatch = dispatchBy({ email: slow })
  await dispatch.fill()
  expect(email.taken.length).toBeLessThan(10)
  await dispatch.stop()
  expect(email.taken.length).toBeLessThan(30)
})

it('sends danger first, then ends, then messages from people, then the rest', async () => {
  const email = new Neighbor(1)
  await queue(
    ...many(3, { subject: 'other' }),
    ...many(3, { subject: 'message', priority: 'message' }),
    ...many(3, { subject: 'over', priority: 'over' }),
    ...many(3, { subject: 'danger', priority: 'danger' }),
  )
  const dispatch = dispatchBy({ email })
  await dispatch.fill()
  await dispatch.idle()
  const inOrder = ['danger', 'over', 'message', 'other'].flatMap(subject => [subject, subject, subject])
  // One slot is reserved for danger, and the other takes whatever is next.
  expect(email.subjects().filter(subject => subject === 'danger')).toHaveLength(3)
  expect(email.subjects().filter(subject => subject !== 'danger')).toEqual(inOrder.slice(3))
  expect(email.subjects().lastIndexOf('danger')).toBeLessThan(6)
})

describe('danger and its end, by one channel', () => {
  it('the end waits for danger that is still being sent', async () => {
    const email = new Neighbor()
    const person = await world.person()
    const delay = await world.open(person)
    await world.tell()
    email.holds = () => true
    const dispatch = dispatchBy({ email })
    await dispatch.fill()
    await world.end(person, delay)
    await world.tell()
    await dispatch.fill()
    expect(email.subjects()).toEqual(['Lightning delay: Stadium'])
    email.letGo()
    await vi.waitFor(
      () => expect(email.subjects()).toEqual(['Lightning delay: Stadium', 'All clear: Stadium']),
      soon,
    )
  })

  it('an end is not sent when danger returns, however long it waited', async () => {
    const email = new Neighbor(1)
    const dispatch = dispatchBy({ email })
    const person = await world.person()
    const delay = await world.open(person)
    await world.tell()
    await dispatch.fill()
    await dispatch.idle()
    email.holds = ({ subject }) => subject === 'before it'
    await queue(...many(1, { subject: 'before it', priority: 'over' }))
    await dispatch.fill()
    await world.end(person, delay)
    await world.tell()
    await dispatch.fill()
    await world.open(person)
    await world.tell()
    email.letGo()
    await dispatch.idle()
    await dispatch.fill()
    await dispatch.idle()
    expect(email.subjects()).not.toContain('All clear: Stadium')
    expect(email.subjects().at(-1)).toBe('Lightning delay: Stadium')
  })

  it('danger that arrives while its end is being sent is the last message', async () => {
    const email = new Neighbor()
    const dispatch = dispatchBy({ email })
    const person = await world.person()
    const delay = await world.open(person)
    await world.tell()
    await dispatch.fill()
    await dispatch.idle()
    email.holds = ({ tone }) => tone === 'clear'
    await world.end(person, delay)
    await world.tell()
    await dispatch.fill()
    await world.open(person)
    await world.tell()
    await dispatch.fill()
    // The danger does not wait.
    expect(email.taken.map(({ tone }) => tone)).toEqual(['danger', 'clear', 'danger'])
    await sleep(50)
    email.letGo()
    await dispatch.idle()
    await dispatch.fill()
    await dispatch.idle()
    expect(email.taken.map(({ tone }) => tone)).toEqual(['danger', 'clear', 'danger', 'danger'])
  })
})

describe('the last look at an All Clear', () => {
  async function endsInDoubt() {
    const email = new Neighbor()
    const dispatch = dispatchBy({ email })
    const person = await world.person()
    const delay = await world.open(person)
    await world.tell()
    await dispatch.fill()
    await dispatch.idle()
    await world.end(person, delay)
    await world.tell()
    world.sky.set(`${person.locationId} 1`, unknownState)
    await dispatch.fill()
    await dispatch.idle()
    const send = async () => {
      clock.advance(minuteMs)
      await dispatch.fill()
      await dispatch.idle()
      return email.subjects()
    }
    return { email, person, send }
  }

  it('holds it back while it is not true, which is no attempt, and sends it once it is', async () => {
    const { email, person, send } = await endsInDoubt()
    expect(await send()).toEqual(['Lightning delay: Stadium'])
    const [, held] = await world.deliveries(person)
    expect(held).toMatchObject({ state: 'waiting', attempts: 0, last_error: 'Not true at the moment' })
    world.sky.clear()
    expect(await send()).toEqual(['Lightning delay: Stadium', 'All clear: Stadium'])
    expect(email.taken.at(-1)?.validity).toBe('As of 12:24 PM CST; after 12:34 PM CST check Skywarden.')
  })

  it('leaves it to newer danger, whose reader never heard of it', async () => {
    const { person, send } = await endsInDoubt()
    await world.open(person, 1, later(clock.now(), -1))
    await world.tell()
    world.sky.clear()
    expect(await send()).toEqual(['Lightning delay: Stadium', 'Lightning delay: Stadium'])
    expect((await world.deliveries(person)).map(({ state }) => state)).toEqual(['sent', 'superseded', 'sent'])
  })

  it('marks it if only a satellite still proves it', async () => {
    const { email, person, send } = await endsInDoubt()
    world.sky.set(`${person.locationId} 1`, bySatellite)
    expect((await send()).at(-1)).toBe('All clear (satellite only): Stadium')
    expect(email.taken.at(-1)?.text).toContain('Based on satellite data only')
  })
})

describe('messages taken by a former leader', () => {
  it('are taken at once by the next leader, and by no one twice', async () => {
    const [old, fresh] = [new Neighbor(), new Neighbor()]
    old.holds = () => true
    await queue(...many(2, { priority: 'danger' }))
    const first = (await soleLeader(store.db, clock)).leadership
    await dispatchBy({ email: old }, first).fill()
    const next = (await soleLeader(store.db, clock)).leadership
    const dispatch = dispatchBy({ email: fresh }, next)
    await dispatch.fill()
    await dispatch.idle()
    expect(fresh.taken).toHaveLength(2)
    // The old leader resumes: what it sent is recorded as sent, and it sends nothing more.
    old.letGo()
    await open[0]?.idle()
    await queue({ subject: 'new', priority: 'danger' })
    await open[0]?.fill()
    await open[0]?.idle()
    expect(old.taken).toHaveLength(2)
    const { rows } = await sql`select from outbox where state = 'sent'`.execute(store.db)
    expect(rows).toHaveLength(2)
  })
})
