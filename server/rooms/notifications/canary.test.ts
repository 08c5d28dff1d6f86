import { createServer, type AddressInfo, type Server } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { getStatus } from '#contract/status'
import { minuteMs, secondMs } from '#server/platform/clock'
import { shiftedClock } from '#server/platform/clock.testing'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { createSecrets } from '#server/platform/secrets'
import { insertDeliveries } from './store/deliveries.ts'

/**
 * The clock is only ever advanced. If it were set back, a worker that had just read it might take what is not due yet.
 */
const clock = shiftedClock()
const secrets = createSecrets('a secret that is used by tests alone')
let mute: Server
let house: TestHouse
let support: TestPerson

beforeAll(async () => {
  // A mail server that accepts the connection and never responds.
  mute = createServer(() => {})
  await new Promise<void>(resolve => mute.listen(0, '127.0.0.1', resolve))
  const { port } = mute.address() as AddressInfo
  house = await testHouse({ clock, environment: { SMTP_URL: `smtp://127.0.0.1:${port}?tls=off` } })
  support = await house.person({ role: 'SuperAdmin', customerId: await house.customer() })
})
afterAll(async () => {
  await house.close()
  mute.close()
})

async function messagesCheck() {
  const { checks } = (await house.ask(getStatus, {}, support)).body.data as {
    checks: { name: string; ready: boolean; detail: string }[]
  }
  return checks.find(({ name }) => name === 'messages')
}

it('detects a mail server that accepts connections but no mail, before it is needed', async () => {
  expect(await messagesCheck()).toMatchObject({ ready: true })
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ last_error: string }>`
        select last_error from outbox where channel = 'email' and recipient = 'canary'`.execute(
        house.house.store.db,
      )
      expect(rows[0]?.last_error).toContain('Greeting never received')
    },
    { timeout: 30_000, interval: 200 },
  )
  clock.advance(2 * minuteMs + 6 * secondMs)
  const check = await messagesCheck()
  expect(check?.ready).toBe(false)
  expect(check?.detail).toMatch(/^No canary email has gone through for \d+ s: Greeting never received$/)
})

it('names a danger message that could be sent and is not', async () => {
  const later = (ms: number) => new Date(clock.now().getTime() + ms)
  await house.house.store.db.transaction().execute(tx =>
    insertDeliveries(
      tx,
      [
        {
          customerId: null,
          channel: 'email',
          recipient: 'somebody@example.test',
          subject: 'Lightning',
          sealedText: secrets.seal('Lightning'),
          dedupeKey: null,
          expiresAt: later(10 * minuteMs),
          priority: 'danger',
        },
      ],
      // Due shortly, at a time that the dispatcher has not reached yet.
      later(20 * secondMs),
    ),
  )
  await house.house.store.db.transaction().execute(async tx => {
    // The message's row is locked, so that no worker takes it in the meantime.
    await sql`select from outbox where recipient = 'somebody@example.test' for update`.execute(tx)
    clock.advance(55 * secondMs)
    const check = await messagesCheck()
    expect(check?.ready).toBe(false)
    expect(check?.detail).toMatch(/^At least one email has been waiting to be sent for 3\d s$/)
  })
})
