import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Facts } from '#server/facts'
import { consumeFacts } from '#server/platform/changes/index'
import { systemClock } from '#server/platform/clock'
import { soleLeader } from '#server/platform/leadership/testing'
import { silentLog } from '#server/platform/log'
import { createSecrets } from '#server/platform/secrets'
import { openStore } from '#server/platform/store/index'
import { storeOnlyChannel, type DeliveryChannel } from '#server/rooms/notifications/channels/channel'
import { emailChannel } from '#server/rooms/notifications/channels/email'
import { smsChannel } from '#server/rooms/notifications/channels/sms'
import { createDispatch } from '#server/rooms/notifications/engine'
import { notifyAboutFacts } from '#server/rooms/notifications/notify'

/** The steps at which a process may die. */
export const steps = ['told', 'committed', 'before sending', 'sent', 'settled'] as const
export type Step = (typeof steps)[number]

export interface SenderOptions {
  readonly databaseUrl: string
  readonly smtpUrl: string
  readonly smsUrl: string
  readonly dieAt: { readonly step: Step; readonly time: number } | null
}

/** In this run the sky is as the records say. */
const ringsAt = () => []

export const testingSecret = 'a secret that is used by tests alone'

/**
 * A process that only notifies and sends. It kills itself with an uncatchable signal at the given occurrence of a step.
 */
export async function runSender({ databaseUrl, smtpUrl, smsUrl, dieAt }: SenderOptions): Promise<void> {
  const { db } = await openStore({ databaseUrl, dataDir: '', log: silentLog })
  const secrets = createSecrets(testingSecret)
  const { leadership } = await soleLeader(db, systemClock)
  let left = dieAt?.time ?? 0
  const at = (step: Step) => {
    if (step === dieAt?.step && --left === 0) process.kill(process.pid, 'SIGKILL')
  }
  const dying = (channel: DeliveryChannel): DeliveryChannel => ({
    ...channel,
    async deliver(message) {
      at('before sending')
      const outcome = await channel.deliver(message)
      at('sent')
      return outcome
    },
  })
  const statusUrl = 'https://weather.test/provider/sms'
  const channels = {
    email: dying(
      emailChannel({
        smtpUrl,
        from: 'Skywarden <no-reply@skywarden.test>',
        baseUrl: 'https://weather.test',
        unsubscribeUrl: () => 'https://weather.test/unsubscribe/x',
        organizationOf: async () => null,
      }),
    ),
    sms: dying(smsChannel({ url: smsUrl, account: 'AC1', token: 'token', from: '+14055550199', statusUrl })),
    push: storeOnlyChannel,
  }
  const times = { longestAttemptMs: 700, leaseMs: 1000, firstPauseMs: 100, slowMs: 300 }
  const dispatch = createDispatch({
    db,
    clock: systemClock,
    secrets,
    leadership,
    channels,
    chance: () => 0,
    times,
    ringsAt,
  })
  const sources = { places: () => [], isSimulated: () => false, ringsAt }
  let settled = 0
  for (;;) {
    await consumeFacts<Facts>({
      reader: 'notifications',
      clock: systemClock,
      log: silentLog,
      keep: work => leadership.commit(work),
      act: async (tx, facts) => {
        await notifyAboutFacts(tx, facts, { secrets, sources }, systemClock.now())
        at('told')
      },
    })
    at('committed')
    await dispatch.fill()
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from outbox where attempts > 0 and leased_until is null`.execute(db)
    if ((rows[0]?.count ?? 0) > settled) at('settled')
    settled = rows[0]?.count ?? 0
    await sleep(20)
  }
}
