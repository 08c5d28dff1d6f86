import { sql, type ColumnType, type Selectable } from 'kysely'
import type { DeviceAction, Phase, CommandRefusal } from '#domain/hardware/command'
import type { Db, Scope, Tx } from '#server/platform/store/index'

export type CommandState = 'waiting' | Phase | 'unconfirmed'

type CommandTable = {
  id: string
  customer_id: number
  device_id: number
  counter: number
  act: ColumnType<DeviceAction, string>
  is_test: boolean
  because: string
  user_id: string | null
  alarm_id: number | null
  issued_at: Date
  expires_at: Date
  sent_at: ColumnType<Date | null, never, Date>
  state: ColumnType<CommandState, never, CommandState>
  answered_at: ColumnType<Date | null, never, Date>
  device_answered_at: ColumnType<Date | null, never, Date>
  refusal: ColumnType<CommandRefusal | null, never, CommandRefusal | null>
}
type Tables = {
  device_commands: CommandTable
  // Read for the requester's name.
  users: { id: string; first_name: string; last_name: string }
  // Read to check whether an alarm is active again; only alarms.ts writes it.
  siren_alarms: { device_id: number; ended_at: Date | null }
}
export type CommandRow = Selectable<CommandTable>
export type WaitingCommand = Pick<
  CommandRow,
  'id' | 'device_id' | 'counter' | 'act' | 'alarm_id' | 'issued_at' | 'expires_at'
>
export type NewCommand = Omit<
  CommandRow,
  'sent_at' | 'state' | 'answered_at' | 'device_answered_at' | 'refusal'
>

const tables = (db: Db) => db.withTables<Tables>()

/** Inserts all rows as a single value, because hundreds may be written at once. */
export async function insertCommands(tx: Tx, _scope: 'system', rows: readonly NewCommand[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into device_commands (id, customer_id, device_id, counter, act, is_test, because, user_id, alarm_id,
      issued_at, expires_at)
    select id, customer_id, device_id, counter, act, is_test, because, user_id, alarm_id, issued_at, expires_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as said (id uuid, customer_id bigint, device_id bigint,
      counter bigint, act jsonb, is_test boolean, because text, user_id uuid, alarm_id bigint,
      issued_at timestamptz, expires_at timestamptz)`.execute(tx)
}

export async function findCommands(db: Db, scope: Scope, ids: readonly string[]): Promise<CommandRow[]> {
  if (ids.length === 0) return []
  const query = tables(db).selectFrom('device_commands').selectAll().where('id', 'in', ids)
  return (scope === 'system' ? query : query.where('customer_id', '=', scope)).execute()
}

/** Lists a device's commands, newest first, each with its requester's name. */
export function listCommandsOf(
  db: Db,
  _scope: Scope,
  deviceId: number,
  most: number,
): Promise<(CommandRow & { readonly by: string | null })[]> {
  return tables(db)
    .selectFrom('device_commands')
    .leftJoin('users', 'users.id', 'device_commands.user_id')
    .selectAll('device_commands')
    .select(sql<string | null>`nullif(trim(users.first_name || ' ' || users.last_name), '')`.as('by'))
    .where('device_id', '=', deviceId)
    .orderBy('issued_at', 'desc')
    .orderBy('counter', 'desc')
    .limit(most)
    .execute()
}

/** Only the columns needed to decide about a siren, because a storm involves many sirens. */
export type CommandBrief = Pick<
  CommandRow,
  'device_id' | 'alarm_id' | 'state' | 'refusal' | 'issued_at' | 'because'
> & { readonly act: Pick<DeviceAction, 'kind'> }

export async function commandsOfAlarms(
  db: Db,
  _scope: 'system',
  alarmIds: readonly number[],
): Promise<CommandBrief[]> {
  if (alarmIds.length === 0) return []
  return tables(db)
    .selectFrom('device_commands')
    .select(['device_id', 'alarm_id', 'state', 'refusal', 'issued_at', 'because'])
    .select(sql<Pick<DeviceAction, 'kind'>>`jsonb_build_object('kind', act -> 'kind')`.as('act'))
    .where(sql<boolean>`alarm_id = any(${alarmIds}::bigint[])`)
    .orderBy('counter')
    .execute()
}

/**
 * The commands to send now: unanswered and not expired, repeated every two seconds. An all-clear sound is omitted as
 * soon as there is danger again.
 */
export function commandsToSend(
  db: Db,
  _scope: 'system',
  now: Date,
  sentBefore: Date,
): Promise<WaitingCommand[]> {
  return tables(db)
    .selectFrom('device_commands')
    .select(['id', 'device_id', 'counter', 'act', 'alarm_id', 'issued_at', 'expires_at'])
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .where(eb => eb.or([eb('sent_at', 'is', null), eb('sent_at', '<=', sentBefore)]))
    .where(eb =>
      eb.or([
        sql<boolean>`act ->> 'kind' <> 'all clear'`,
        eb('is_test', '=', true),
        eb.not(
          eb.exists(
            eb
              .selectFrom('siren_alarms')
              .select('siren_alarms.device_id')
              .whereRef('siren_alarms.device_id', '=', 'device_commands.device_id')
              .where('siren_alarms.ended_at', 'is', null),
          ),
        ),
      ]),
    )
    .orderBy('device_id')
    .orderBy('counter')
    .execute()
}

export async function markSent(db: Db, _scope: 'system', ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await tables(db)
    .updateTable('device_commands')
    .set({ sent_at: now })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
}

/** After a rehearsal, drops the commands issued during it, so that they are not sent. */
export async function forgetWaiting(tx: Tx, _scope: 'system', now: Date): Promise<void> {
  await tables(tx)
    .updateTable('device_commands')
    .set({ expires_at: now })
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .execute()
}

export async function hasExpired(db: Db, _scope: 'system', now: Date): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('device_commands')
    .select('id')
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', now)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Marks commands that were not answered in time: their result is unknown. */
export async function expireCommands(tx: Tx, _scope: 'system', now: Date): Promise<CommandRow[]> {
  return tables(tx)
    .updateTable('device_commands')
    .set({ state: 'unconfirmed' })
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', now)
    .returningAll()
    .execute()
}

/** The states from which an answer moves a command forward. A late or repeated answer changes nothing. */
const laterStates: Readonly<Record<Phase, readonly CommandState[]>> = {
  started: ['waiting', 'unconfirmed'],
  finished: ['waiting', 'unconfirmed', 'started'],
  stopped: ['waiting', 'unconfirmed', 'started'],
  refused: ['waiting', 'unconfirmed'],
}

/** A command's state after an answer; null if that changes nothing. */
export function stateAfter(before: CommandState, phase: Phase): Phase | null {
  return laterStates[phase].includes(before) ? phase : null
}

/** Locks the commands: no one else can record their results until the transaction ends. */
export function holdCommands(tx: Tx, _scope: 'system', ids: readonly string[]): Promise<CommandRow[]> {
  return tables(tx)
    .selectFrom('device_commands')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Stores device answers as `stateAfter` allows. Times are by our clock; the device's own time is stored too. */
export async function saveAnswers(
  tx: Tx,
  _scope: 'system',
  answers: readonly {
    readonly commandId: string
    readonly phase: Phase
    readonly because: CommandRefusal | null
    readonly at: Date
    readonly deviceAt: Date
  }[],
): Promise<void> {
  if (answers.length === 0) return
  await sql`
    update device_commands set state = said.phase, answered_at = said.at, device_answered_at = said."deviceAt",
      refusal = said.because
    from json_to_recordset(${JSON.stringify(answers)}::json) as said ("commandId" uuid, phase text, because text,
      at timestamptz, "deviceAt" timestamptz)
    where device_commands.id = said."commandId"`.execute(tx)
}

export async function deleteCommandsBefore(db: Db, _scope: 'system', before: Date): Promise<void> {
  await tables(db).deleteFrom('device_commands').where('issued_at', '<', before).execute()
}

/** The last command for one relay of a unit. */
export function newestCommandOf(
  db: Db,
  _scope: 'system',
  deviceId: number,
  relay: string,
): Promise<CommandRow | undefined> {
  return tables(db)
    .selectFrom('device_commands')
    .selectAll()
    .where('device_id', '=', deviceId)
    .where(sql<boolean>`act ->> 'relay' = ${relay}`)
    .orderBy('issued_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
