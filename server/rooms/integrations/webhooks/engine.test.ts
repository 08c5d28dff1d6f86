import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { dayMs, hourMs, minuteMs, secondMs } from '#server/platform/clock'
import { createOutside, type AskOutside } from '#server/platform/outside/index'
import { headersOf, startReceiver, type Receiver } from '#server/rooms/integrations/receiver.testing'
import { findEndpoint } from './store/endpoints.ts'
import { webhookBodyOf } from './payload.ts'
import { signedHeaders } from './signing.ts'
import { WebhookWorld } from './webhooks.testing.ts'

const soon = { timeout: 45_000 }

let world: WebhookWorld
let receiver: Receiver

beforeEach(async () => {
  world = await WebhookWorld.open()
  receiver = await startReceiver()
})
afterEach(async () => {
  await receiver.close()
  await world.store.close()
})

const answering = (status: number, headers: Record<string, string> = {}) => {
  receiver.answerWith = (_, response) => response.writeHead(status, headers).end()
}
/** The signature according to an independent library. */
const signatureBy = (secret: string, received: Receiver['received'][number]) => {
  const { 'webhook-id': id = '', 'webhook-timestamp': at = '' } = headersOf(received)
  return new Webhook(secret).sign(id, new Date(Number(at) * secondMs), received.body)
}
const endpointNow = (id: number) => findEndpoint(world.store.db, 'system', id)

describe('a signature', () => {
  test('verifies with an independent library, and fails if any byte changes', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const body = '{"type":"DELAY"}'
    const timestampSeconds = Math.floor(Date.now() / secondMs)
    const headers = signedHeaders([secret], { id: 'evt_1', timestampSeconds, body })
    const library = new Webhook(secret)
    expect(library.verify(body, headers)).toEqual({ type: 'DELAY' })
    for (let at = 0; at < body.length; at++) {
      const other = `${body.slice(0, at)}${body[at] === 'x' ? 'y' : 'x'}${body.slice(at + 1)}`
      expect(() => library.verify(other, headers)).toThrow('No matching signature')
    }
    expect(() => library.verify(body, { ...headers, 'webhook-id': 'evt_2' })).toThrow()
    const otherTime = String(timestampSeconds + 1)
    expect(() => library.verify(body, { ...headers, 'webhook-timestamp': otherTime })).toThrow()
    const wrongSecret = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    expect(() => new Webhook(wrongSecret).verify(body, headers)).toThrow()
  })

  test('uses both secrets for a day after a rotation, and only the new one afterwards', async () => {
    const { id, secret } = await world.endpoint(receiver.url)
    const newer = await world.rotate(id)
    await world.say('DELAY')
    await world.send()
    const [first] = receiver.received
    expect(headersOf(first!)['webhook-signature']).toBe(
      `${signatureBy(newer, first!)} ${signatureBy(secret, first!)}`,
    )
    world.clock.advance(dayMs + minuteMs)
    await world.say('UNKNOWN')
    await world.send()
    const second = receiver.received[1]!
    expect(headersOf(second)['webhook-signature']).toBe(signatureBy(newer, second))
  })

  test('of a message in progress during a rotation is valid on the next attempt', async () => {
    const { id } = await world.endpoint(receiver.url)
    let newer = ''
    receiver.answerWith = (_, response) => {
      // The receiver knows only the new secret when it verifies the signature.
      void world.rotate(id).then(secret => {
        newer = secret
        response.writeHead(401).end()
      })
    }
    await world.say('DELAY')
    await world.send()
    expect(headersOf(receiver.received[0]!)['webhook-signature']).not.toContain(
      signatureBy(newer, receiver.received[0]!),
    )
    answering(204)
    world.clock.advance(10 * secondMs)
    await world.send()
    const [, again] = receiver.received
    expect(headersOf(again!)['webhook-signature']?.split(' ')).toContain(signatureBy(newer, again!))
    expect(headersOf(again!)['webhook-id']).toBe(headersOf(receiver.received[0]!)['webhook-id'])
    expect(await world.states(id)).toEqual(['DELAY delivered'])
  })
})

describe('a response', () => {
  test.each([200, 201, 204])('of %i is a success', async status => {
    answering(status)
    const { id } = await world.endpoint(receiver.url)
    await world.say('DELAY')
    await world.send()
    expect(await world.states(id)).toEqual(['DELAY delivered'])
    expect((await endpointNow(id))?.last_success_at).not.toBeNull()
  })

  test.each([301, 302, 308, 400, 404, 500])('of %i is a failure and is retried', async status => {
    const elsewhere = await startReceiver()
    answering(status, { location: elsewhere.url })
    const { id } = await world.endpoint(receiver.url)
    await world.say('DELAY')
    await world.send()
    expect(await world.log(id)).toMatchObject([{ state: 'waiting', attempts: 1, last_status: status }])
    expect(elsewhere.received).toEqual([])
    answering(204)
    await world.send()
    expect(receiver.received).toHaveLength(1)
    world.clock.advance(6 * secondMs)
    await world.send()
    expect(await world.states(id)).toEqual(['DELAY delivered'])
    expect((await endpointNow(id))?.failing_since).toBeNull()
    await elsewhere.close()
  })

  test('of 410 disables the webhook and notifies the administrators', async () => {
    answering(410)
    const { id } = await world.endpoint(receiver.url)
    await world.say('DELAY')
    await world.send()
    expect(await endpointNow(id)).toMatchObject({ state: 'gone' })
    expect(await world.states(id)).toEqual(['DELAY failed'])
    expect(world.notices.map(({ subject }) => subject)).toEqual(['Webhook “A receiver” was turned off'])
    await world.say('UNKNOWN')
    await world.send()
    expect(receiver.received).toHaveLength(1)
  })

  test('of 429 is retried after the requested time', async () => {
    answering(429, { 'retry-after': '120' })
    const { id } = await world.endpoint(receiver.url)
    await world.say('DELAY')
    await world.send()
    const [{ next_attempt_at } = { next_attempt_at: new Date(0) }] = await world.log(id)
    const pauseMs = next_attempt_at.getTime() - world.clock.now().getTime()
    expect(Math.round(pauseMs / secondMs)).toBe(120)
  })

  test('that fails to arrive for three days pauses the webhook, with one notice', async () => {
    answering(500)
    const { id } = await world.endpoint(receiver.url)
    await world.say('WARNING')
    for (let hours = 0; hours <= 74; hours++) {
      await world.send()
      world.clock.advance(hourMs + 13 * minuteMs)
    }
    expect(await endpointNow(id)).toMatchObject({ state: 'paused' })
    expect(world.notices).toHaveLength(1)
    expect(world.notices[0]?.text).toContain('/Integrations/Webhooks')
    expect(await world.states(id)).toEqual(['WARNING failed'])
  })
})

describe('before it leaves', () => {
  test('an All Clear that is not true is held back, and sent once it is', async () => {
    const { id } = await world.endpoint(receiver.url)
    await world.say('ALL_CLEAR')
    world.lightning = { state: 'Unknown', because: 'The feed is silent' }
    await world.send()
    expect(receiver.received).toEqual([])
    expect(await world.states(id)).toEqual(['ALL_CLEAR waiting'])
    world.lightning = { state: 'AllClear' }
    world.clock.advance(6 * secondMs)
    await world.send()
    expect(await world.states(id)).toEqual(['ALL_CLEAR delivered'])
  })

  test('looks at an All Clear that is not true are no attempts, and do not postpone the next one', async () => {
    const { id } = await world.endpoint(receiver.url)
    await world.say('ALL_CLEAR')
    world.lightning = { state: 'Unknown', because: 'The feed is silent' }
    for (let looks = 0; looks < 24; looks++) {
      await world.send()
      world.clock.advance(6 * secondMs)
    }
    expect(await world.log(id)).toMatchObject([{ state: 'waiting', attempts: 0 }])
    expect((await endpointNow(id))?.failing_since).toBeNull()
    world.lightning = { state: 'AllClear' }
    answering(500)
    await world.send()
    answering(204)
    world.clock.advance(6 * secondMs)
    await world.send()
    expect(await world.states(id)).toEqual(['ALL_CLEAR delivered'])
  })

  test('a superseded message is not sent, only the latest one', async () => {
    const { id } = await world.endpoint(receiver.url)
    await world.say('ALL_CLEAR')
    await world.say('DELAY', world.place, 30 * minuteMs)
    await world.send()
    expect(await world.states(id)).toEqual(['ALL_CLEAR superseded', 'DELAY delivered'])
    expect(receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
      'DELAY',
    ])
  })

  test('an expired delay is not sent', async () => {
    const { id } = await world.endpoint(receiver.url)
    await world.say('DELAY', world.place, 30 * minuteMs)
    world.clock.advance(31 * minuteMs)
    await world.send()
    expect(await world.states(id)).toEqual(['DELAY expired'])
    expect(receiver.received).toEqual([])
  })

  test('every message includes its expiry and stays small', async () => {
    const event = await world.say('ALL_CLEAR')
    const now = world.clock.now()
    const { data } = JSON.parse(webhookBodyOf(event, now)) as { data: { expires: string; sequence: number } }
    expect(Date.parse(data.expires) - now.getTime()).toBe(5 * minuteMs)
    expect(data.sequence).toBe(1)
    const long = { ...event, details: { ...event.details, instruction: 'x'.repeat(30_000) } }
    expect(webhookBodyOf(long, now).length).toBeLessThan(20_000)
  })

  test('a private network address is never called unless it was allowed', async () => {
    const { id } = await world.endpoint(receiver.url)
    await world.say('DELAY')
    await world.send(createOutside({ allowedNetworks: [] }).ask)
    expect(receiver.received).toEqual([])
    expect(await world.log(id)).toMatchObject([
      { state: 'waiting', last_error: 'The address is not on the public internet' },
    ])
  })
})

describe('independent receivers', () => {
  test('messages about one place arrive in order, those about another at once', async () => {
    const { id } = await world.endpoint(receiver.url)
    const [stadium, pool] = world.placeIds
    let release = () => {}
    const held = new Promise<void>(resolve => (release = resolve))
    receiver.answerWith = ({ body }, response) => {
      const isHeld = body.includes('"type":"DELAY"') && body.includes(`"id":${stadium}`)
      void (isHeld ? held : Promise.resolve()).then(() => response.writeHead(204).end())
    }
    const dispatch = world.dispatch()
    await world.say('DELAY', stadium)
    await dispatch.fill()
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), soon)
    await world.say('ALL_CLEAR', stadium)
    await world.say('DELAY', pool)
    await dispatch.fill()
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2), soon)
    expect(receiver.received[1]?.body).toContain(`"id":${pool}`)
    release()
    await dispatch.idle()
    expect(receiver.received[2]?.body).toContain('"type":"ALL_CLEAR"')
    expect(await world.states(id)).toEqual(['DELAY delivered', 'ALL_CLEAR delivered', 'DELAY delivered'])
  })

  test('get danger first, then its end, then the rest', async () => {
    const { id } = await world.endpoint(receiver.url)
    const [stadium, pool] = world.placeIds
    const held: (() => void)[] = []
    receiver.answerWith = (_, response) => void held.push(() => response.writeHead(204).end())
    await world.test(id)
    for (const policy of ['HEAT', 'WIND', 'RAIN', 'AQI'])
      await world.say('ALL_CLEAR', pool, null, `policy ${policy}`)
    for (let alert = 0; alert < 7; alert++) await world.say('ADVISORY', stadium, null, `advisory ${alert}`)
    await world.say('DELAY', stadium)
    const dispatch = world.dispatch()
    await dispatch.fill()
    // Four are in progress at the same time, and others are taken only once these are answered.
    const waves: string[][] = []
    for (const count of [4, 8, 12, 13]) {
      await vi.waitFor(() => expect(receiver.received).toHaveLength(count), soon)
      const wave = receiver.received.slice(waves.flat().length)
      waves.push(wave.map(({ body }) => (JSON.parse(body) as { type: string }).type).toSorted())
      for (const release of held.splice(0)) release()
    }
    await dispatch.idle()
    const four = (type: string) => Array<string>(4).fill(type)
    expect(waves).toEqual([
      ['ADVISORY', 'ADVISORY', 'ADVISORY', 'DELAY'],
      four('ADVISORY'),
      four('ALL_CLEAR'),
      ['TEST'],
    ])
  })

  test('get a delay at once while they are slow with other messages', async () => {
    await world.endpoint(receiver.url)
    let release = () => {}
    const held = new Promise<void>(resolve => (release = resolve))
    receiver.answerWith = (_, response) => void held.then(() => response.writeHead(204).end())
    const dispatch = world.dispatch()
    for (let alert = 0; alert < 9; alert++)
      await world.say('ADVISORY', world.place, null, `advisory ${alert}`)
    await dispatch.fill()
    await vi.waitFor(() => expect(receiver.received).toHaveLength(4), soon)
    await dispatch.fill()
    await world.say('DELAY')
    await dispatch.fill()
    await vi.waitFor(() => expect(receiver.received).toHaveLength(5), soon)
    expect(receiver.received[4]?.body).toContain('"type":"DELAY"')
    release()
    await dispatch.idle()
    expect(receiver.received).toHaveLength(10)
  })

  test('a receiver that never responds delays no other', async () => {
    const dead = await world.endpoint(receiver.url)
    const brisk = await startReceiver()
    receiver.answerWith = () => {} // never responds
    await world.endpoint(brisk.url)
    const dispatch = world.dispatch()
    for (const place of world.placeIds) await world.say('DELAY', place)
    await dispatch.fill()
    let isOver = false
    const over = dispatch.idle().then(() => (isOver = true))
    await vi.waitFor(() => expect(brisk.received).toHaveLength(2), soon)
    // The other endpoint's first attempt is still under way.
    expect(isOver).toBe(false)
    expect(await world.states(dead.id)).toEqual(['DELAY waiting', 'DELAY waiting'])
    await receiver.close()
    await over
    receiver = brisk
  })

  test('a process that is no longer the leader sends nothing', async () => {
    await world.endpoint(receiver.url)
    await world.say('DELAY')
    let term: number | null = world.keeping.leadership.term()
    const leadership = { term: () => term, commit: world.keeping.leadership.commit }
    const ask = vi.fn<AskOutside>().mockRejectedValue(new Error('Nobody is there'))
    const dispatch = world.dispatch({ leadership }, ask)
    const taken = dispatch.fill()
    term = (term ?? 0) + 1
    await taken
    await dispatch.idle()
    expect(ask).not.toHaveBeenCalled()
    term -= 1
    world.clock.advance(10 * secondMs)
    await dispatch.fill()
    await dispatch.idle()
    expect(ask).toHaveBeenCalledOnce()
  })
})
