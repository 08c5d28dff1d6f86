import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createSecrets } from '#server/platform/secrets'
import { testSecret, type TestPerson } from '#server/house/testing'
import type { Db } from '#server/platform/store/index'

/** What identifies a person: values that are found nowhere else. */
export interface Traces {
  readonly id: string
  readonly email: string
  readonly phone: string
  readonly userName: string
  readonly fullName: string
}

/** A person with a colleague, and a row about them in every table about people. */
export interface Everything {
  readonly person: TestPerson
  readonly colleague: TestPerson
  readonly customerId: number
}

/** Gives a person a phone number, a user name and a name that are found nowhere else. */
export async function nameUnmistakably(db: Db, { id, email }: TestPerson): Promise<Traces> {
  const mark = id.slice(0, 8)
  const number = String(Number.parseInt(mark, 16) % 10_000_000).padStart(7, '0')
  const traces = {
    id,
    email,
    phone: `+1405${number}`,
    userName: `login-${mark}`,
    fullName: `Ada-${mark} Lovelace`,
  }
  await sql`
    update users set phone_number = ${traces.phone}, user_name = ${traces.userName}, first_name = ${`Ada-${mark}`},
      last_name = 'Lovelace' where id = ${id}`.execute(db)
  return traces
}

const sealed = () => createSecrets(testSecret).seal('A text')

/** Writes the rows that the rooms would have written some days ago. */
export async function writeEverything(
  db: Db,
  { person, colleague, customerId }: Everything,
  traces: Traces,
  daysAgo = 0,
): Promise<void> {
  const { id, email } = person
  const { fullName, phone } = traces
  const at = sql`now() - make_interval(days => ${daysAgo})`
  const soon = sql`now() + interval '1 hour'`
  const tag = randomUUID()

  // Signing in
  await sql`insert into account_links (token_hash, user_id, purpose, created_at, expires_at, new_email)
    values (${randomUUID()}, ${id}, 'email', ${at}, ${soon}, ${email})`.execute(db)
  await sql`insert into account_mail values (${id}, 'reset', null, ${at})`.execute(db)
  await sql`insert into sign_in_failures values (${`account ${id}`}, 1, ${at}) on conflict do nothing`.execute(
    db,
  )
  await sql`insert into second_factors values (${id}, 'sealed-secret', ${at}, ${at}, 1)
    on conflict do nothing`.execute(db)
  await sql`insert into factor_additions values (${id}, ${at})`.execute(db)
  await sql`insert into recovery_codes values (${id}, ${`code-${tag}`}, null)`.execute(db)
  await sql`insert into passkeys (user_id, credential_id, host, public_key, counter, transports, name, created_at)
    values (${id}, ${`credential-${tag}`}, 'localhost', 'key', 1, '{usb}', 'A security key', ${at})`.execute(
    db,
  )
  await sql`insert into passkey_challenges values ('add', ${id}, ${`challenge-${tag}`}, ${soon})
    on conflict do nothing`.execute(db)
  await sql`insert into sign_in_events (user_id, at, kind, method, address, device)
    values (${id}, ${at}, 'signed in', 'password', '192.0.2.7', 'Firefox')`.execute(db)
  const interaction = JSON.stringify({ session: { accountId: id }, lastSubmission: { login: email } })
  await sql`insert into oidc_records (model, id, payload, expires_at)
    values ('Interaction', ${randomUUID()}, ${interaction}::jsonb, ${soon})`.execute(db)
  await sql`insert into impersonations (grant_id, actor_id, user_id, reason, started_at, expires_at, ended_at)
    values (${tag}, ${colleague.id}, ${id}, 'A call for help', ${at}, ${at}, ${at})`.execute(db)
  await sql`insert into sso_identities values (${customerId}, ${`provider-${tag}`}, ${tag}, ${id}, 'example.test',
    ${at}, ${at})`.execute(db)
  await sql`insert into sso_attempts (customer_id, at, email, is_trial, is_let_in, because)
    values (${customerId}, ${at}, ${email.toUpperCase()}, false, true, 'Signed in')`.execute(db)
  await sql`insert into sso_requests (id, customer_id, config_version, purpose, created_at, expires_at, asserted)
    values (${tag}, ${customerId}, 1, 'sign-in', ${at}, ${soon}, ${JSON.stringify({ email })}::jsonb)`.execute(
    db,
  )
  await sql`insert into api_tokens (customer_id, user_id, name, token_hash, may_read, calls, created_at, created_by,
      expires_at)
    values (${customerId}, ${id}, 'A script', ${`own-${tag}`}, true, '{}', ${at}, ${fullName}, ${soon}),
      (${customerId}, ${colleague.id}, 'A display', ${`other-${tag}`}, true, '{}', ${at}, ${fullName},
        ${soon})`.execute(db)
  await sql`insert into api_token_creations (customer_id, user_id, at)
    values (${customerId}, ${id}, ${at})`.execute(db)
  await sql`insert into data_downloads (customer_id, asker_id, user_id, at)
    values (${customerId}, ${id}, ${id}, ${at})`.execute(db)

  // Locations and how to notify
  await sql`insert into user_alert_times values (${customerId}, ${id}, 1, '08:00', '17:00', false, true)
    on conflict do nothing`.execute(db)
  await sql`insert into user_positions values (${customerId}, ${id}, 35, -97, ${at}) on conflict do nothing`.execute(
    db,
  )
  await sql`insert into push_subscriptions (customer_id, user_id, endpoint, sealed_keys, created_at)
    values (${customerId}, ${id}, ${`https://push.example/${tag}`}, ${sealed()}, ${at})`.execute(db)

  // Messages
  const told = await sql<{ id: number }>`
    insert into notifications (customer_id, user_id, event, topic, kind, event_type, message, told, because, simulated,
      created_at)
    values (${customerId}, ${id}, ${`event ${tag}`}, ${`topic ${tag}`}, 'opened', 'Lightning', 'Lightning nearby', true,
      'Subscribed', false, ${at}) returning id`.execute(db)
  const delivery = (more: object) => ({
    customer_id: customerId,
    channel: 'email',
    recipient: email,
    subject: 'A subject',
    sealed_text: sealed(),
    state: 'sent',
    reply_to: null,
    user_id: null,
    author_id: null,
    notification_id: null,
    dedupe_key: null,
    last_error: null,
    ...more,
  })
  const deliveries = [
    delivery({ user_id: id, notification_id: told.rows[0]?.id, last_error: `550 <${email}> is full` }),
    delivery({ user_id: id, notification_id: told.rows[0]?.id, channel: 'sms', recipient: phone }),
    delivery({ user_id: id, notification_id: told.rows[0]?.id, state: 'waiting' }),
    delivery({ user_id: id, subject: 'Your invitation' }),
    delivery({ recipient: email.toUpperCase(), dedupe_key: `report 1 ready ${id} ${tag}` }),
    delivery({ recipient: 'met@example.test', reply_to: email, subject: `Question from ${fullName}` }),
    delivery({ recipient: 'club@example.test', author_id: id, subject: `Widget of ${fullName}` }),
    delivery({
      recipient: colleague.email,
      user_id: colleague.id,
      reply_to: email,
      subject: 'To a colleague',
    }),
  ]
  await sql`insert into outbox (customer_id, channel, recipient, subject, sealed_text, state, reply_to, user_id,
      author_id, notification_id, dedupe_key, last_error, created_at, next_attempt_at, expires_at, settled_at)
    select customer_id, channel, recipient, subject, sealed_text, state, reply_to, user_id, author_id, notification_id,
      dedupe_key, last_error, ${at}, ${soon}, ${soon}, ${at}
    from json_to_recordset(${JSON.stringify(deliveries)}::json) as row(customer_id bigint, channel text, recipient text,
      subject text, sealed_text text, state text, reply_to text, user_id uuid, author_id uuid,
      notification_id bigint, dedupe_key text, last_error text)`.execute(db)
  await sql`insert into mass_messages (customer_id, key, sender_id, sender, message, channel, chosen, created_at,
      expires_at)
    values (${customerId}, ${randomUUID()}, ${id}, ${fullName}, 'The pool is closed', 2,
      array[${colleague.id}, ${id}]::text[], ${at}, ${at})`.execute(db)
  await sql`insert into consultations (customer_id, user_id, message, preferred_contact, email, phone, copied_emails,
      created_at)
    values (${customerId}, ${id}, 'Will it hail?', 'email', ${email}, ${phone}, '{}', ${at}),
      (${customerId}, ${colleague.id}, 'Will it snow?', 'email', ${colleague.email}, null,
        array[${email.toUpperCase()}, 'kept@example.test'], ${at})`.execute(db)

  // Reports, widgets, cameras
  // As version 0.1 stored requests.
  const request = (by: string) =>
    JSON.stringify({ Requestor: by, Name: 'A report', Recipients: [id, colleague.id] })
  const reports = await sql<{ id: number }>`
    insert into reports (customer_id, requested_by, requester, name, request, stations, state, requested_at)
    values (${customerId}, ${id}, ${fullName}, 'My report', ${request(id)}::jsonb, '[]', 'Ready', ${at}),
      (${customerId}, ${colleague.id}, 'A colleague', 'Their report', ${request(colleague.id)}::jsonb, '[]', 'Ready', ${at})
    returning id`.execute(db)
  for (const report of reports.rows)
    await sql`insert into report_recipients values (${report.id}, ${id}, ${fullName}),
      (${report.id}, ${colleague.id}, 'A colleague')`.execute(db)
  await sql`insert into report_files values (${reports.rows[0]?.id}, 1, 'csv', 0, convert_to('a', 'UTF8'))`.execute(
    db,
  )
  await sql`insert into widget_shares (customer_id, user_id, recipient, created_at)
    values (${customerId}, ${id}, 'friend@example.test', ${at}),
      (${customerId}, ${colleague.id}, ${email}, ${at})`.execute(db)
  await sql`insert into camera_views (customer_id, camera_name, user_id, user_name, started_at, month, alive_until,
      ended_at)
    values (${customerId}, 'Pool', ${id}, ${fullName}, ${at}, '2026-11-01', ${at}, ${at})`.execute(db)

  // Records kept as proof
  await sql`insert into warnings (customer_id, user_id, location_id, location_label, policy_id, policy_type, threshold,
      all_clear_minutes, started_at, last_alert_at, looked_at, value, ended_at, simulated)
    values (${customerId}, ${id}, 1, 'Stadium', 1, 'WIND', 30, 30, ${at}, ${at}, ${at}, 40, ${at}, false)`.execute(
    db,
  )
  const place = await sql<{ id: number }>`
    insert into organization_locations (customer_id, name, latitude, longitude, created_at, updated_at)
    values (${customerId}, 'Field', 35, -97, ${at}, ${at}) returning id`.execute(db)
  await sql`insert into satellite_acceptances (customer_id, organization_location_id, accepted_by_id, accepted_by,
      accepted_at, words, latitude, longitude)
    values (${customerId}, ${place.rows[0]?.id}, ${id}, ${fullName}, ${at}, 'I accept', 35, -97)`.execute(db)
  const device = await sql<{ id: number }>`
    insert into devices (customer_id, device, model, name, latitude, longitude, time_zone, sealed_key, key_changed_at,
      created_at, updated_at)
    values (${customerId}, ${`device-${tag}`}, 'RELAY', 'Relay', 35, -97, 'CST', ${sealed()}, ${at}, ${at}, ${at})
    returning id`.execute(db)
  await sql`insert into device_commands (id, customer_id, device_id, counter, act, is_test, because, user_id, issued_at,
      expires_at, state)
    values (${randomUUID()}, ${customerId}, ${device.rows[0]?.id}, 1, '{"kind":"warn"}', true, 'By hand', ${id}, ${at},
      ${at}, 'finished')`.execute(db)
  await sql`insert into idempotency_keys (customer_id, asker, call, key, request, reserved_until, created_at)
    values (${customerId}, ${`${id} by ${colleague.id}`}, 'updateProfile', ${tag}, 'x', ${at}, now())`.execute(
    db,
  )
  await sql`insert into facts_set_aside (reader, number, customer_id, kind, subject, body, reason, at)
    values (${tag}, 1, ${customerId}, 'person changed', ${`person ${id}`}, ${JSON.stringify({ personId: id })}::jsonb,
      'A fault', ${at})`.execute(db)
}
