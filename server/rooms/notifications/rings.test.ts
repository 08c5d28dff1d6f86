import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hourMs, minuteMs } from '#server/platform/clock'
import { insertPolicy } from '#server/rooms/policies/index'
import { storeOnlyChannel, type DeliveryChannel } from './channels/channel.ts'
import { bySatellite, openNotifyingWorld, unknownState, type NotifiedPerson } from './notifying.testing.ts'

const { store, clock, world } = await openNotifyingWorld()
beforeEach(() => clock.reset())
afterEach(() => world.sky.clear())
afterEach(() => sql`delete from policies`.execute(store.db))
afterAll(() => store.close())

const busy: DeliveryChannel = {
  ...storeOnlyChannel,
  deliver: async () => ({ kind: 'try-again', because: 'busy' }),
}
const send = (email: DeliveryChannel = storeOnlyChannel) => world.send({ email })

async function tellAndSend() {
  await world.tell()
  await send()
}

const near = { distanceMiles: 2.84, bearingDegrees: 225 }
const far = { distanceMiles: 14.2, bearingDegrees: 180 }

async function arrived(person: NotifiedPerson) {
  const kept = (await world.deliveries(person)).filter(({ state }) => state === 'kept')
  return kept.map(({ subject, tone, sealed_text }) => ({
    subject,
    tone,
    text: world.secrets.open(sealed_text),
  }))
}
const subjects = async (person: NotifiedPerson) => (await arrived(person)).map(({ subject }) => subject)

const actOnRing2 = () =>
  store.db.transaction().execute(tx =>
    insertPolicy(
      tx,
      {
        customerId: world.customerId,
        type: 'LR2',
        threshold: 16,
        allClearMinutes: 30,
        groups: [world.groupId],
        notificationActions: [{ allClear: false, message: 'Clear the pool.' }],
      },
      clock.now(),
    ),
  )

describe('All Clear for a place', () => {
  it('is sent when the last ring ends, and before that lists what is clear and what is not', async () => {
    const person = await world.person()
    const inner = await world.open(person, 1, clock.now(), near)
    const outer = await world.open(person, 2, clock.now(), near)
    await tellAndSend()
    clock.advance(12 * minuteMs)
    await world.extend(person, outer, 2)
    await tellAndSend()
    clock.advance(18 * minuteMs)
    await world.end(person, inner, 'All Clear', 1)
    await tellAndSend()
    expect((await arrived(person)).at(-1)).toEqual({
      subject: 'Ring 1 clear, Ring 2 still in delay: Stadium',
      tone: 'info',
      text:
        'Ring 1 (8 mi) is clear at Stadium. Ring 2 (16 mi) is still in delay until 1:04 PM CST.\n\n' +
        'No action needed for it; be ready.',
    })
    clock.advance(12 * minuteMs)
    await world.end(person, outer, 'All Clear', 2)
    await tellAndSend()
    expect((await arrived(person)).map(({ subject, tone }) => `${subject} (${tone})`)).toEqual([
      'Lightning delay: Stadium (2.8 mi) (danger)',
      'Ring 1 clear, Ring 2 still in delay: Stadium (info)',
      'All clear: Stadium (clear)',
    ])
  })

  it('does not wait for rings that do not concern its reader', async () => {
    const person = await world.person({ outer_ring_notification: false })
    const inner = await world.open(person, 1)
    await world.open(person, 2)
    await tellAndSend()
    await world.end(person, inner, 'All Clear', 1)
    await tellAndSend()
    expect(await subjects(person)).toEqual(['Lightning delay: Stadium', 'All clear: Stadium'])
  })

  it('is sent once when all rings end together', async () => {
    const person = await world.person()
    const [outer, inner] = [await world.open(person, 2), await world.open(person, 1)]
    await tellAndSend()
    await world.end(person, inner, 'All Clear', 1)
    await world.end(person, outer, 'All Clear', 2)
    await tellAndSend()
    await tellAndSend()
    expect(await subjects(person)).toEqual(['Lightning delay: Stadium', 'All clear: Stadium'])
  })

  it('that waits to be sent is overtaken by any ring, notified or not, and sent after it', async () => {
    const person = await world.person()
    const inner = await world.open(person, 1)
    await tellAndSend()
    await world.end(person, inner, 'All Clear', 1)
    await world.tell()
    await send(busy)
    await sql`update users set declines_notifications = true where id = ${person.id}`.execute(store.db)
    const outer = await world.open(person, 2)
    await world.tell()
    clock.advance(hourMs)
    await send()
    expect(await subjects(person)).toEqual(['Lightning delay: Stadium'])
    await world.end(person, outer, 'All Clear', 2)
    await tellAndSend()
    expect(await subjects(person)).toEqual(['Lightning delay: Stadium', 'All clear: Stadium'])
  })

  it('is not sent when a ring that is no longer watched ends', async () => {
    const person = await world.person()
    const inner = await world.open(person, 1)
    const outer = await world.open(person, 2)
    await tellAndSend()
    await world.end(person, inner, 'All Clear', 1)
    await tellAndSend()
    await world.end(person, outer, 'The ring was changed', 2)
    await tellAndSend()
    expect((await subjects(person)).at(-1)).toBe('No longer monitored: Stadium')
    expect((await arrived(person)).at(-1)?.text).toContain('This is not an all clear.')
  })
})

describe('a ring that is clear beside one that is unknown', () => {
  async function endsBesideUnknown() {
    const person = await world.person()
    const inner = await world.open(person, 1)
    await tellAndSend()
    world.sky.set(`${person.locationId} 2`, unknownState)
    clock.advance(30 * minuteMs)
    await world.end(person, inner, 'All Clear', 1)
    await tellAndSend()
    return person
  }

  async function lookAndSend() {
    clock.advance(minuteMs)
    await world.tellProvenClear()
    await send()
  }

  it('is no All Clear, which follows once the other is proven too, and only once', async () => {
    const person = await endsBesideUnknown()
    await lookAndSend()
    expect((await arrived(person)).slice(1)).toEqual([
      {
        subject: 'Ring 1 clear, Ring 2 unknown: Stadium',
        tone: 'danger',
        text:
          'Ring 1 (8 mi) is clear at Stadium. Ring 2 is not known to be clear.\n\n' +
          'This is not an all clear. Stay in a safe place until you are notified that it is over.',
      },
    ])
    world.sky.clear()
    // Another process is the leader by now, and it looks again and again.
    await world.takeOver()
    for (const _ of [1, 2, 3]) await lookAndSend()
    expect((await subjects(person)).slice(1)).toEqual([
      'Ring 1 clear, Ring 2 unknown: Stadium',
      'All clear: Stadium',
    ])
  })

  it('does not wait for a ring that does not concern its reader', async () => {
    const person = await world.person({ outer_ring_notification: false })
    const inner = await world.open(person, 1)
    await tellAndSend()
    world.sky.set(`${person.locationId} 2`, unknownState)
    await world.end(person, inner, 'All Clear', 1)
    await tellAndSend()
    expect(await subjects(person)).toEqual(['Lightning delay: Stadium', 'All clear: Stadium'])
  })

  it('is followed by no All Clear while lightning is back, or the place is not watched', async () => {
    const person = await endsBesideUnknown()
    world.sky.clear()
    const outer = await world.open(person, 2, clock.now(), far)
    await world.tell()
    await lookAndSend()
    expect((await subjects(person)).at(-1)).toBe('Lightning 14.2 mi from Stadium')
    await world.end(person, outer, 'All Clear', 2)
    await tellAndSend()
    expect((await subjects(person)).at(-1)).toBe('All clear: Stadium')
  })

  it('says nothing while the ring itself is not clear anymore, and is made up for', async () => {
    const person = await world.person()
    const inner = await world.open(person, 1)
    await tellAndSend()
    world.sky.set(`${person.locationId} 1`, unknownState)
    await world.end(person, inner, 'All Clear', 1)
    await tellAndSend()
    await lookAndSend()
    expect(await subjects(person)).toEqual(['Lightning delay: Stadium'])
    world.sky.clear()
    await lookAndSend()
    expect(await subjects(person)).toEqual(['Lightning delay: Stadium', 'All clear: Stadium'])
  })

  it('by satellite only makes the All Clear one by satellite only, whichever ring it is', async () => {
    const person = await world.person()
    const [outer, inner] = [await world.open(person, 2), await world.open(person, 1)]
    await tellAndSend()
    world.sky.set(`${person.locationId} 1`, bySatellite)
    await world.end(person, inner, 'All Clear', 1)
    await world.end(person, outer, 'All Clear', 2)
    await tellAndSend()
    expect(await arrived(person)).toMatchObject([
      { subject: 'Lightning delay: Stadium' },
      {
        subject: 'All clear (satellite only): Stadium',
        text: expect.stringContaining('misses some flashes') as string,
      },
    ])
  })
})

describe('lightning in an outer ring', () => {
  it('is informational, sent once and requires no action, until it comes closer', async () => {
    const person = await world.person()
    const outer = await world.open(person, 2, clock.now(), far)
    await tellAndSend()
    clock.advance(15 * minuteMs)
    await world.extend(person, outer, 2)
    await tellAndSend()
    await world.open(person, 1, clock.now(), near)
    await tellAndSend()
    expect(await arrived(person)).toEqual([
      {
        subject: 'Lightning 14.2 mi from Stadium',
        tone: 'info',
        text: 'Lightning 14.2 mi to the south of Stadium, in Ring 2 (16 mi). No action needed yet; be ready.',
      },
      {
        subject: 'Closer now: 2.8 mi from Stadium',
        tone: 'danger',
        text:
          'Lightning within 7.6 miles of Stadium. All clear 30 minutes after the last strike.\n\n' +
          'Nearest strike: 2.8 mi to the southwest of Stadium, in Ring 1 (8 mi).\n\n' +
          'Stay in a safe place until at least 1:07 PM CST.',
      },
    ])
  })

  it('with a policy requires what the policy requires, and is repeated', async () => {
    await actOnRing2()
    const person = await world.person({ outer_ring_notification: false })
    const outer = await world.open(person, 2, clock.now(), far)
    await tellAndSend()
    clock.advance(11 * minuteMs)
    await world.extend(person, outer, 2)
    await tellAndSend()
    expect(await arrived(person)).toMatchObject([
      { subject: 'Lightning delay: Stadium (14.2 mi)', tone: 'danger' },
      { subject: 'Lightning delay continues: Stadium (14.2 mi)', tone: 'danger' },
    ])
    expect((await arrived(person))[0]?.text).toMatch(/Stay in a safe place until .*Clear the pool\.$/s)
  })

  it('is not sent to people who opted out of it', async () => {
    const person = await world.person({ outer_ring_notification: false })
    await world.open(person, 2, clock.now(), far)
    await world.tell()
    expect(await world.concerns(person)).toMatchObject([
      { told: false, because: 'Notifications about lightning in outer rings are turned off' },
    ])
  })

  it('is sent after an inner ring that no one was notified of', async () => {
    const person = await world.person()
    const inner = await world.open(person, 1)
    await world.tell()
    await world.end(person, inner, 'All Clear', 1)
    await tellAndSend()
    clock.advance(hourMs)
    await world.open(person, 2, clock.now(), far)
    await tellAndSend()
    expect(await subjects(person)).toEqual(['Lightning 14.2 mi from Stadium'])
  })
})

describe('after an outage', () => {
  it('an end that has passed is not named', async () => {
    const person = await world.person()
    await world.open(person, 1)
    clock.advance(40 * minuteMs)
    await tellAndSend()
    expect((await arrived(person))[0]?.text).toMatch(
      /Stay in a safe place until you are notified that it is over\.$/,
    )
  })

  it('a message is not sent after the end that it names', async () => {
    const person = await world.person()
    await world.open(person, 1)
    clock.advance(25 * minuteMs)
    await world.tell()
    await send(busy)
    clock.advance(6 * minuteMs)
    await send()
    expect(await world.deliveries(person)).toMatchObject([{ state: 'expired' }])
  })

  it('an event that began and ended during it is sent to no one', async () => {
    const person = await world.person()
    const delay = await world.open(person, 1)
    clock.advance(40 * minuteMs)
    await world.end(person, delay)
    await tellAndSend()
    expect(await world.concerns(person)).toMatchObject([
      { told: false, because: 'It was over before they could be notified' },
    ])
  })
})
