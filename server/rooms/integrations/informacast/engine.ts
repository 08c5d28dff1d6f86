import { firingPauseMs, firingVerdict, unreachedPauseMs } from '#domain/integrations/informacast'
import { heldBecause } from '#domain/rehearsal/copied-because'
import type { Facts } from '#server/facts'
import { later, minuteMs, secondMs, type Clock } from '#server/platform/clock'
import type { Leadership } from '#server/platform/leadership/index'
import type { Log } from '#server/platform/log'
import { isRehearsal } from '#server/platform/rehearsal/index'
import type { Secrets } from '#server/platform/secrets'
import type { Db, Tx } from '#server/platform/store/index'
import type { NotifyAdmins } from '#server/rooms/integrations/notify-admins'
import {
  expirePending,
  giveUpOnLost,
  holdPending,
  postponePending,
  settleFiring,
  takeFirings,
  type FiringRow,
  type FiringState,
} from './store/firings.ts'
import type { Provider } from './provider.ts'
import { findConnection } from './store/settings.ts'

export interface FiringDispatchDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Pick<Secrets, 'open'>
  readonly leadership: Pick<Leadership<Facts>, 'term' | 'commit'>
  readonly provider: Provider
  readonly notifyAdmins: NotifyAdmins
  readonly baseUrl: string
  readonly chance: () => number
}

/** Sixty schools take minutes, even if each request takes as long as it may. The service does not publish its limit. */
const perCustomer = 6
const atOnce = 200

const words: Readonly<Record<'late' | 'failed' | 'expired' | 'unknown', string>> = {
  late: 'has not been triggered yet',
  failed: 'was not triggered',
  expired: 'was not triggered in time',
  unknown: 'may not have been triggered',
}
const isFinal = (state: FiringState): state is 'failed' | 'expired' | 'unknown' => state in words
/** When administrators are notified that the provider cannot be reached; until it is too late, it is retried. */
const lateAfterMs = minuteMs

export interface FiringDispatch {
  fill(): Promise<void>
  idle(): Promise<void>
  stop(): Promise<void>
}

/** Triggers due scenarios. A request that may have been sent is never repeated; a person has to check. */
export function createFiringDispatch(deps: FiringDispatchDeps): FiringDispatch {
  const { db, clock, log, leadership } = deps
  const underWay = new Map<number, { readonly customerId: number; readonly done: Promise<void> }>()
  const allDone = () => Promise.all(Array.from(underWay.values(), ({ done }) => done))
  let isStopped = false

  async function tellOf(
    tx: Tx,
    firing: FiringRow,
    state: keyof typeof words,
    error: string | null,
    now: Date,
  ) {
    const { scenario_name: scenario, site_name: site, location_name: place, because } = firing
    const notice = {
      customerId: firing.customer_id,
      key: `scenario firing ${firing.id} ${state}`,
      subject: `InformaCast scenario “${scenario}” ${words[state]}`,
      text: [
        `${because} at ${place} should have triggered the scenario “${scenario}” at ${site}. It ${words[state]}.`,
        ...(error === null ? [] : [`${error}.`]),
        state === 'unknown'
          ? 'Check in InformaCast whether it went out. Skywarden will not trigger it again.'
          : state === 'late'
            ? 'Skywarden keeps trying for a few minutes. Trigger it by hand if nobody can wait.'
            : 'Trigger it by hand if it is still needed.',
        `${deps.baseUrl}/Integrations/Singlewire`,
      ].join('\n\n'),
    }
    await deps.notifyAdmins(tx, notice, now)
    log.warn({ firing: firing.id, state, because: error }, 'a scenario was not confirmed as triggered')
  }

  async function attempt(firing: FiringRow, term: number): Promise<void> {
    const connection = await findConnection(db, firing.customer_id)
    const token = connection && deps.secrets.open(connection.sealed_token)
    if (leadership.term() !== term) return // another process will find the firing, and will not know the outcome either
    const fired = token
      ? await deps.provider.trigger(token, firing.scenario_id, firing.site_id, clock.now().getTime())
      : ({ kind: 'answered', status: 401 } as const)
    const verdict = firingVerdict(fired, firing.attempts)
    const now = clock.now()
    const isSent = fired.kind !== 'not reached'
    const ageMs = now.getTime() - firing.created_at.getTime()
    const pauseMs = isSent
      ? firingPauseMs(firing.attempts, fired.retryAfterMs ?? null, deps.chance())
      : unreachedPauseMs(ageMs, deps.chance())
    const error = verdict.kind === 'delivered' ? null : verdict.because
    const state = verdict.kind === 'try-again' ? 'pending' : verdict.kind
    await db.transaction().execute(async tx => {
      const isOurs = await settleFiring(tx, 'system', {
        id: firing.id,
        term,
        state,
        at: now,
        isSent,
        error,
        ref: fired.ref ?? null,
        nextAttemptAt: state === 'pending' ? later(now, pauseMs) : null,
      })
      if (isOurs && isFinal(state)) await tellOf(tx, firing, state, error, now)
      if (isOurs && !isSent && ageMs >= lateAfterMs) await tellOf(tx, firing, 'late', error, now)
      if (state === 'pending' && isSent) await postponePending(tx, firing.customer_id, later(now, pauseMs))
    })
  }

  function begin(firing: FiringRow, term: number) {
    const done = attempt(firing, term)
      .catch((error: unknown) => {
        log.error({ err: error, firing: firing.id }, 'could not record the result of a scenario')
      })
      .finally(() => underWay.delete(firing.id))
    underWay.set(firing.id, { customerId: firing.customer_id, done })
  }

  return {
    async fill() {
      const term = leadership.term()
      if (term === null || isStopped) return
      const taken = await leadership.commit(async tx => {
        const now = clock.now()
        for (const lost of await giveUpOnLost(tx, 'system', term, now))
          await tellOf(tx, lost, 'unknown', lost.last_error, now)
        for (const late of await expirePending(tx, 'system', now))
          if (late.occasion_ended_at === null) await tellOf(tx, late, 'expired', late.last_error, now)
        if (await isRehearsal(tx)) {
          await holdPending(tx, 'system', heldBecause, now)
          return []
        }
        const busy = Array.from(underWay.values(), ({ customerId }) => customerId)
        return takeFirings(tx, 'system', { term, now, busy, perCustomer, most: atOnce - underWay.size })
      })
      for (const firing of taken) begin(firing, term)
    },
    async idle() {
      while (underWay.size > 0) await allDone()
    },
    async stop() {
      isStopped = true
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, secondMs)
      await Promise.race([allDone(), late])
      clearTimeout(timer)
    },
  }
}
