import { sql } from 'kysely'
import type { Priority, Channel } from '#domain/notifications/recipient'
import { heldBecause } from '#domain/rehearsal/copied-because'
import type { Db, Tx } from '#server/platform/store/index'
import { canaryRecipient, rankOf, type DeliveryRow, type DeliveryState } from './deliveries.ts'

export interface Take {
  readonly channel: Channel
  /** The leader's term. A message taken in a different term may be taken again. */
  readonly term: number
  readonly now: Date
  /** The time until which no one else in this term takes the message. */
  readonly until: Date
  /** The priority range, most dangerous first. */
  readonly from: Priority
  readonly through: Priority
  readonly most: number
  /** Email domains that already have enough messages in progress. */
  readonly butNotTo: readonly string[]
}

/**
 * Takes due messages on a channel, most dangerous first, to be sent immediately. An end does not overtake a message in
 * progress to the same person on the same channel: it would arrive before the danger that it ends.
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

/** A message that has ended without an attempt. */
export type EndedMessage = Pick<
  DeliveryRow,
  'id' | 'customer_id' | 'channel' | 'recipient' | 'notification_id' | 'created_at'
>

/** Expires waiting messages that are no longer useful. Messages in progress check this themselves. */
export async function expireWaiting(
  tx: Tx,
  _scope: 'system',
  term: number,
  now: Date,
): Promise<EndedMessage[]> {
  const { rows } = await sql<EndedMessage>`
    update outbox set state = 'expired', settled_at = ${now}, leased_until = null, leased_by = null
    where state = 'waiting' and expires_at <= ${now}
      and (leased_until is null or leased_until <= ${now} or leased_by is distinct from ${term})
    returning id, customer_id, channel, recipient, notification_id, created_at`.execute(tx)
  return rows
}

/**
 * Removes links that open an account from messages that have been sent or have expired. A message that is waiting keeps
 * its link.
 */
export async function removeLinks(db: Db, _scope: 'system', now: Date): Promise<void> {
  await sql`
    update outbox set sealed_text = sealed_text_without_link, sealed_text_without_link = null
    where sealed_text_without_link is not null
      and (state not in ('waiting', 'kept') or expires_at <= ${now})`.execute(db)
}

/**
 * Holds waiting messages during a rehearsal, when nothing is sent. They stay in the outbox permanently, where they can
 * be read. Canaries are not marked as held, because they only need to get this far.
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
 * After a rehearsal, forgets the messages held during it, because they reached no one. People who were not notified of
 * something still in progress are notified now (notify-late.ts), and no one is notified of the end of something they
 * never heard of.
 */
export async function forgetHeld(tx: Tx, _scope: 'system'): Promise<void> {
  await sql`
    with held as (
      update outbox set state = 'failed' where state = 'kept' and last_error = ${heldBecause}
      returning notification_id)
    update notifications set told = false, because = ${heldBecause}
    where id in (select notification_id from held)`.execute(tx)
}

/** The result of one attempt. */
export interface Settled {
  readonly id: number
  /** The term in which the message was taken. */
  readonly term: number
  /** `waiting` means that it will be retried. */
  readonly state: DeliveryState
  readonly at: Date
  readonly error: string | null
  readonly providerRef?: string | undefined
  readonly providerAnswer?: string | undefined
  readonly nextAttemptAt?: Date | undefined
  /** Whether the message was held back instead of being attempted. */
  readonly isHeldBack?: boolean | undefined
}

/**
 * Records the results of attempts in one statement. A message that was superseded in the meantime is not retried. If
 * another process has repeated an attempt, only a success is recorded.
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
    held_back: each.isHeldBack ? 1 : 0,
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
        next_attempt_at = coalesce(done.next_attempt_at, outbox.next_attempt_at),
        attempts = outbox.attempts - done.held_back
      from json_to_recordset(${JSON.stringify(rows)}::json) as done(
        id bigint, term bigint, state text, settled_at timestamptz, last_error text, provider_ref text,
        provider_answer text, next_attempt_at timestamptz, held_back integer)
      where outbox.id = done.id and outbox.state in ('waiting', 'superseded')
        and (outbox.leased_by = done.term or done.state = 'sent')`.execute(tx)
  })
}

/**
 * Sends danger again if it returned while its end was being sent, because it is unknown which of the two arrived last.
 */
async function repeatOvertakenDanger(tx: Tx, outcomes: readonly Settled[]): Promise<void> {
  const ids = outcomes.filter(({ state }) => state !== 'failed').map(({ id }) => id)
  await sql`
    insert into outbox (customer_id, channel, recipient, subject, sealed_text, dedupe_key, created_at, next_attempt_at,
      expires_at, user_id, notification_id, reply_to, link, tone, priority, about)
    select customer_id, channel, recipient, subject, sealed_text, 'after ' || over_id, at, at, expires_at, user_id,
      notification_id, reply_to, link, tone, priority, about
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
