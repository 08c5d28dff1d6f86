import { afterAll, afterEach, expect, it } from 'vitest'
import { secondMs } from '#server/platform/clock'
import {
  storeOnlyChannel,
  type DeliveryChannel,
  type DeliveryAttempt,
} from '#server/rooms/notifications/channels/channel'
import { savePushSubscription } from '#server/rooms/notifications/store/push'
import { noteShown } from '#server/rooms/notifications/store/deliveries'
import {
  openNotifyingWorld,
  sendDue,
  type NotifyingWorld,
  type NotifiedPerson,
} from '#server/rooms/notifications/notifying.testing'

const { store, clock, world } = await openNotifyingWorld()
afterEach(() => clock.reset())
afterAll(() => store.close())

type Columns = NonNullable<Parameters<NotifyingWorld['person']>[0]>

/** Creates a person who receives push messages only, unless `columns` add other channels. */
async function pushed(columns: Columns): Promise<NotifiedPerson> {
  const person = await world.person({ email_notifications: false, ...columns })
  const browser = {
    customerId: world.customerId,
    userId: person.id,
    endpoint: `https://push.example.org/${person.id}`,
    sealedKeys: '',
    sessionId: await world.signIn(person.id),
  }
  await savePushSubscription(store.db, browser, clock.now())
  return person
}

const texting = { phone_number: '+1 405 555 0100' }

function send(outcome: DeliveryAttempt = { kind: 'sent' }): Promise<void> {
  return world.send({ push: { ...storeOnlyChannel, deliver: async () => outcome } })
}

async function danger(person: NotifiedPerson, outcome?: DeliveryAttempt): Promise<number> {
  const delayId = await world.open(person)
  await world.tell()
  await send(outcome)
  return delayId
}

const waysOf = async (person: NotifiedPerson) =>
  (await world.deliveries(person)).map(({ channel, state }) => `${channel} ${state}`)

it('sends danger as a text message, once, when no browser shows it within a minute', async () => {
  const person = await pushed(texting)
  await danger(person)
  clock.advance(50 * secondMs)
  expect(await world.backUp()).toBe(0)
  clock.advance(11 * secondMs)
  expect(await world.backUp()).toBe(1)
  expect(await world.backUp()).toBe(0)
  const [push, text] = await world.deliveries(person)
  expect(text).toMatchObject({
    channel: 'sms',
    recipient: '+14055550100',
    subject: push?.subject,
    sealed_text: push?.sealed_text,
    priority: 0,
    expires_at: push?.expires_at,
  })
  await send()
  expect(await waysOf(person)).toEqual(['push sent', 'sms kept'])
})

it('does not repeat a push that was shown', async () => {
  const person = await pushed(texting)
  await danger(person)
  const [push] = await world.deliveries(person)
  await noteShown(store.db, 'system', push?.id ?? 0, clock.now())
  clock.advance(61 * secondMs)
  expect(await world.backUp()).toBe(0)
  expect(await waysOf(person)).toEqual(['push delivered'])
})

it('does not wait after a failed push', async () => {
  const person = await pushed(texting)
  await danger(person, { kind: 'give-up', because: 'The browser has unsubscribed' })
  expect(await world.backUp()).toBe(1)
  expect(await waysOf(person)).toEqual(['push failed', 'sms waiting'])
})

it('does not hold back danger while a push service is down for a minute', async () => {
  const person = await pushed(texting)
  await danger(person, { kind: 'try-again', because: 'HTTP 503' })
  clock.advance(61 * secondMs)
  expect(await world.backUp()).toBe(1)
})

it.each<[where: string, Columns, canText: boolean, others: string[]]>([
  ['no text messages can be sent', texting, false, []],
  ['there is no phone number and email is off', {}, true, []],
  ['email was already sent', { ...texting, email_notifications: true }, true, ['email kept']],
])('sends nothing more when %s', async (_where, columns, canText, others) => {
  const person = await pushed(columns)
  await danger(person)
  clock.advance(61 * secondMs)
  expect(await world.backUp(canText)).toBe(0)
  expect((await waysOf(person)).filter(way => !way.startsWith('push'))).toEqual(others)
})

it('does not send danger that is over, and sends the end on the channels the danger used', async () => {
  const [late, notified] = [await pushed(texting), await pushed(texting)]
  const ofLate = await danger(late)
  const ofTold = await danger(notified)
  clock.advance(30 * secondMs)
  await world.end(late, ofLate)
  await world.tell()
  clock.advance(31 * secondMs)
  expect(await world.backUp()).toBe(1)
  await send()
  await world.end(notified, ofTold)
  await world.tell()
  expect((await world.deliveries(late)).map(({ channel }) => channel)).toEqual(['push', 'push'])
  expect((await world.deliveries(notified)).map(({ channel }) => channel)).toEqual([
    'push',
    'sms',
    'push',
    'sms',
  ])
})

it('accepts a receipt that arrives before the push service responds', async () => {
  const person = await pushed(texting)
  const delayId = await world.open(person)
  await world.tell()
  const shownFirst: DeliveryChannel = {
    ...storeOnlyChannel,
    async deliver({ deliveryId }) {
      await noteShown(store.db, 'system', deliveryId, clock.now())
      return { kind: 'sent' }
    },
  }
  const { db, secrets } = world
  const channels = { push: shownFirst, sms: storeOnlyChannel, email: storeOnlyChannel }
  const { ringsAt, keeping } = world
  const deps = { db, clock, secrets, leadership: keeping.leadership, channels, chance: () => 0, ringsAt }
  await sendDue(deps)
  expect(await waysOf(person)).toEqual(['push delivered'])
  // The message about the end does not wait for a receipt.
  await world.end(person, delayId)
  await world.tell()
  await sendDue(deps)
  expect(await waysOf(person)).toEqual(['push delivered', 'push delivered'])
})
