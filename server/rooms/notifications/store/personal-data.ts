import { sql } from 'kysely'
import type { Entry, PersonOfCustomer } from '#server/platform/personal-data'
import type { Db, Tx } from '#server/platform/store/index'

interface Page {
  readonly after: number
  readonly count: number
}

export async function alertTimesOf(db: Db, { id, customerId }: PersonOfCustomer): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select day, start_time as start, end_time as end, all_day as "allDay", enabled
    from user_alert_times where customer_id = ${customerId} and user_id = ${id} order by day`.execute(db)
  return rows
}

export async function positionOf(db: Db, { id, customerId }: PersonOfCustomer): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select latitude, longitude, at
    from user_positions where customer_id = ${customerId} and user_id = ${id}`.execute(db)
  return rows
}

/** Omits the endpoint: anyone who has it can send to the browser. */
export async function pushBrowsersOf(db: Db, { id, customerId }: PersonOfCustomer): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select name, created_at as added, seen_at as "lastSeen"
    from push_subscriptions where customer_id = ${customerId} and user_id = ${id} order by id`.execute(db)
  return rows
}

export async function alertsOf(db: Db, { id, customerId }: PersonOfCustomer, page: Page) {
  const { rows } = await sql<{ id: number }>`
    select id, created_at as at, kind, event_type as "eventType", location_label as location, message,
      told as notified, because, simulated as "isSimulated",
      (select coalesce(json_agg(json_build_object(
          'channel', channel,
          'recipient', case when channel = 'push' then 'Browsers' else recipient end,
          'state', state) order by outbox.id), '[]')
        from outbox where notification_id = notifications.id) as deliveries
    from notifications
    where customer_id = ${customerId} and user_id = ${id} and id > ${page.after}
    order by id limit ${page.count}`.execute(db)
  return rows
}

/**
 * The person's own mail that belongs to no notification: sent to their account at any address, sent in their name, or
 * sent to no account but to an address that no one else at the customer has.
 */
function ownMail({ id, customerId, email, isEmailShared, phoneNumber, isPhoneShared }: PersonOfCustomer) {
  const addresses = [
    ...(email !== null && !isEmailShared ? [email.toLowerCase()] : []),
    ...(phoneNumber !== null && !isPhoneShared ? [phoneNumber.toLowerCase()] : []),
  ]
  return sql`notification_id is null and (user_id = ${id} or author_id = ${id}
    or (user_id is null and customer_id = ${customerId} and lower(recipient) = any(${addresses}::text[])))`
}

/** Omits the texts, which may have links that open the account. */
export async function mailTo(db: Db, person: PersonOfCustomer, page: Page) {
  const { rows } = await sql<{ id: number }>`
    select id, created_at as at, channel, recipient, subject, state
    from outbox where ${ownMail(person)} and id > ${page.after} order by id limit ${page.count}`.execute(db)
  return rows
}

/** What replaces an address that was removed. */
const removedRecipient = 'Deleted user'

/** Deletes mail and waiting messages, and removes addresses and texts from the deliveries of alerts, which are kept. */
export async function deleteMessagesOf(
  tx: Tx,
  person: PersonOfCustomer,
  sealedPlaceholder: string,
): Promise<void> {
  const { id, customerId, email } = person
  await sql`delete from outbox where ${ownMail(person)}`.execute(tx)
  await sql`delete from outbox where user_id = ${id} and state = 'waiting'`.execute(tx)
  await redactDeliveries(tx, 'system', sql`user_id = ${id}`, sealedPlaceholder)
  if (email === null || person.isEmailShared) return
  // Older versions stored no author. Messages that the person sent to others contain their address and often their name.
  await sql`
    delete from outbox where customer_id = ${customerId} and lower(reply_to) = lower(${email})
      and notification_id is null and user_id is null`.execute(tx)
  await sql`
    update outbox set reply_to = null
    where customer_id = ${customerId} and lower(reply_to) = lower(${email})`.execute(tx)
}

function redactDeliveries(
  db: Db,
  _scope: 'system',
  whose: ReturnType<typeof sql>,
  sealedPlaceholder: string,
) {
  return sql`
    update outbox set recipient = ${removedRecipient}, reply_to = null, link = null, last_error = null,
      provider_ref = null, provider_answer = null, sealed_text = ${sealedPlaceholder},
      sealed_text_without_link = null
    where ${whose}`.execute(db)
}

/** The same condition as in the index. A literal, because the planner cannot match a parameter to it. */
const isAddressed = sql`user_id is not null and recipient <> ${sql.lit(removedRecipient)}`

/**
 * People who were deleted although messages still have their address. Jumps through the index from person to person,
 * because nearly all messages belong to people who still exist.
 */
async function goneRecipients(db: Db, _scope: 'system', most: number): Promise<readonly string[]> {
  const { rows } = await sql<{ user_id: string }>`
    with recursive people as (
      (select user_id from outbox where ${isAddressed} order by user_id limit 1)
      union all
      select (select user_id from outbox where ${isAddressed} and user_id > people.user_id order by user_id limit 1)
      from people where people.user_id is not null)
    select user_id from people
    where user_id is not null and not exists (select from users where users.id = people.user_id)
    limit ${most}`.execute(db)
  return rows.map(row => row.user_id)
}

/**
 * Handles messages that were queued, or were just being sent, while their person was being deleted: they are no longer
 * sent, and their address is removed.
 */
export async function deleteStrayMessages(
  db: Db,
  _scope: 'system',
  most: number,
  sealedPlaceholder: string,
): Promise<number> {
  const gone = await goneRecipients(db, 'system', most)
  if (gone.length === 0) return 0
  const isTheirs = sql`user_id = any(${gone}::uuid[]) and ${isAddressed}`
  const deleted = await sql`
    delete from outbox where id in (
      select id from outbox where ${isTheirs} and (state = 'waiting' or notification_id is null)
      limit ${most})`.execute(db)
  const some = sql`id in (
    select id from outbox where ${isTheirs} and state <> 'waiting' and notification_id is not null limit ${most})`
  const redacted = await redactDeliveries(db, 'system', some, sealedPlaceholder)
  const changed = Math.max(Number(deleted.numAffectedRows ?? 0n), Number(redacted.numAffectedRows ?? 0n))
  return gone.length < most ? changed : most
}

/** Deletes mail that was sent in a person's name while their account was being deleted. */
export async function deleteStrayAuthored(db: Db, _scope: 'system', most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from outbox where id in (
      select id from outbox
      where author_id is not null and not exists (select from users where users.id = author_id)
      limit ${most})`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

interface Limit {
  readonly days: number
  readonly most: number
}

/** Deletes the oldest notifications with their deliveries, then the oldest mail, each in index order. */
export async function deleteOldMessages(db: Db, customerId: number, { days, most }: Limit): Promise<number> {
  const told = await sql`
    delete from notifications where id in (
      select id from notifications
      where customer_id = ${customerId} and created_at < now() - make_interval(days => ${days})
      order by created_at limit ${most})`.execute(db)
  const mail = await sql`
    delete from outbox where id in (
      select id from outbox
      where customer_id = ${customerId} and notification_id is null and state <> 'waiting'
        and settled_at < now() - make_interval(days => ${days})
      order by settled_at limit ${most})`.execute(db)
  return Math.max(Number(told.numAffectedRows ?? 0n), Number(mail.numAffectedRows ?? 0n))
}
