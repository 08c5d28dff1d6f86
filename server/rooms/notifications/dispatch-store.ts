import { sql } from 'kysely'
import type { Priority } from '#domain/notifications/priority'
import type { Channel } from '#domain/notifications/recipient'
import { heldBecause } from '#domain/rehearsal/copied-because'
import type { Db, Tx } from '#server/platform/store/index'
import { canaryRecipient, rankOf, type DeliveryRow, type DeliveryState } from './store.ts'

export interface Take {
  readonly channel: Channel
  /** Of the leader: what was taken up in another one is free. */
  readonly term: number
  readonly now: Date
  /** Until when nobody else of this term takes it up. */
  readonly until: Date
  /** From this to that, most dangerous first. */
  readonly from: Priority
  readonly through: Priority
  readonly most: number
  /** Domains of e-mail addresses that have enough under way. */
  readonly butNotTo: readonly string[]
}

/**
 * Takes what is due on a channel, the most dangerous first, to be sent at once. That it is over does not overtake what is
 * under way to the same person by the same channel: it would arrive before the danger that it ends.
 */
export async function takeDue(tx: Tx, _scope: 'system', take: Take): Promise<DeliveryRow[]> {
  if (take.most <= 0) return []
  const { rows } = await sql<DeliveryRow>`
    update outbox set leased_until = ${take.until}, leased_by = ${take.term}, attempts = attempts + 1
    where id in (
      select id from outbox as due
      where state = 'waiting' and channel = ${take.channel} and next_attempt_at <= ${take.now}
        and expires_at > ${take.now} and priority between ${rankOf(take.from)} and ${rankOf(take.through)}
        and (leased_until is null or leased_until <= ${take.now} or leased_by is distinct from ${take.term})
        and split_part(recipient, '@', 2) <> all(${take.butNotTo}::text[])
        and (priority = ${rankOf('danger')} or not exists (
          select from outbox as before
          where before.user_id = due.user_id and before.channel = due.channel and before.id <> due.id
            and before.priority <= ${rankOf('over')} and before.leased_by = ${take.term}
            and before.leased_until > ${take.now}))
      order by priority, next_attempt_at, id limit ${take.most} for update skip locked
    )
    returning *`.execute(tx)
  return rows.toSorted((one, other) => one.priority - other.priority || one.id - other.id)
}

/** What waits and is of no use any more is not sent. What is under way finds it out by itself. */
export async function expireWaiting(tx: Tx, _scope: 'system', term: number, now: Date): Promise<void> {
  await sql`
    update outbox set state = 'expired', settled_at = ${now}, leased_until = null, leased_by = null
    where state = 'waiting' and expires_at <= ${now}
      and (leased_until is null or leased_until <= ${now} or leased_by is distinct from ${term})`.execute(tx)
}

/**
 * In a rehearsal nothing waits to be sent: it is kept in the outbox, where it can be read, for good. Canaries have only to
 * come so far.
 */
export async function holdWaiting(
  tx: Tx,
  _scope: 'system',
  { channel, term, now }: Pick<Take, 'channel' | 'term' | 'now'>,
): Promise<void> {
  await sql`
    update outbox set state = 'kept', settled_at = ${now}, leased_until = null, leased_by = null,
      last_error = case when recipient = ${canaryRecipient} then null else ${heldBecause} end
    where state = 'waiting' and channel = ${channel}
      and (leased_until is null or leased_until <= ${now} or leased_by is distinct from ${term})`.execute(tx)
}

/**
 * When the rehearsal is over: what was held then has reached nobody. Whoever was not told of something that still goes on
 * is told of it now (tell-late.ts), and nobody hears of the end of what they never heard of.
 */
export async function forgetHeld(tx: Tx, _scope: 'system'): Promise<void> {
  await sql`
    with held as (
      update outbox set state = 'failed' where state = 'kept' and last_error = ${heldBecause}
      returning notification_id)
    update notifications set told = false, because = ${heldBecause}
    where id in (select notification_id from held)`.execute(tx)
}

/** What became of one attempt. */
export interface Settled {
  readonly id: number
  /** In which it was taken up. */
  readonly term: number
  /** `waiting` is to be tried again. */
  readonly state: DeliveryState
  readonly at: Date
  readonly error: string | null
  readonly providerRef?: string | undefined
  readonly providerAnswer?: string | undefined
  readonly nextAttemptAt?: Date | undefined
}

/**
 * Writes down what became of attempts, all in one. What was superseded meanwhile is not tried again. Of an attempt that
 * somebody else has repeated meanwhile only that it was sent is of interest.
 */
export async function settle(db: Db, _scope: 'system', outcomes: readonly Settled[]): Promise<void> {
  const rows = outcomes.map(each => ({
    id: each.id,
    term: each.term,
    state: each.state,
    settled_at: each.state === 'waiting' ? null : each.at,
    last_error: each.error,
    provider_ref: each.providerRef ?? null,
    provider_answer: each.providerAnswer ?? null,
    next_attempt_at: each.nextAttemptAt ?? null,
  }))
  await db.transaction().execute(async tx => {
    await repeatOvertakenDanger(tx, outcomes)
    await sql`
      update outbox set
        state = case when outbox.state = 'superseded' and done.state = 'waiting' then outbox.state else done.state end,
        settled_at = case when outbox.state = 'superseded' and done.state = 'waiting'
          then outbox.settled_at else done.settled_at end,
        last_error = done.last_error, leased_until = null, leased_by = null,
        provider_ref = coalesce(done.provider_ref, outbox.provider_ref),
        provider_answer = coalesce(done.provider_answer, outbox.provider_answer),
        next_attempt_at = coalesce(done.next_attempt_at, outbox.next_attempt_at)
      from json_to_recordset(${JSON.stringify(rows)}::json) as done(
        id bigint, term bigint, state text, settled_at timestamptz, last_error text, provider_ref text,
        provider_answer text, next_attempt_at timestamptz)
      where outbox.id = done.id and outbox.state in ('waiting', 'superseded')
        and (outbox.leased_by = done.term or done.state = 'sent')`.execute(tx)
  })
}

/**
 * There was danger again while it was being said that it is over, and nobody knows which of the two arrived last: the
 * danger is said once more.
 */
async function repeatOvertakenDanger(tx: Tx, outcomes: readonly Settled[]): Promise<void> {
  const ids = outcomes.filter(({ state }) => state !== 'failed').map(({ id }) => id)
  await sql`
    insert into outbox (customer_id, channel, recipient, subject, sealed_text, dedupe_key, created_at, next_attempt_at,
      expires_at, user_id, notification_id, reply_to, link, tone, priority)
    select customer_id, channel, recipient, subject, sealed_text, 'after ' || over_id, at, at, expires_at, user_id,
      notification_id, reply_to, link, tone, priority
    from (
      select distinct on (over.id) newest.*, over.id as over_id, over.settled_at as at
      from outbox as over
        join notifications as told on told.id = over.notification_id
        join notifications as later on later.user_id = told.user_id and later.topic = told.topic and later.id > told.id
        join outbox as newest on newest.notification_id = later.id and newest.channel = over.channel
      where over.id = any(${ids}::bigint[]) and over.state = 'superseded' and over.priority = ${rankOf('over')}
      order by over.id, newest.id desc
    ) as overtaken
    where priority = ${rankOf('danger')} and attempts > 0 and state <> 'superseded'
    on conflict (dedupe_key) do nothing`.execute(tx)
}
