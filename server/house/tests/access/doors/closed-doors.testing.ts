import { createHash } from 'node:crypto'
import { pino } from 'pino'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCurrentUser } from '#contract/people/users'
import { minuteMs } from '#server/platform/clock'
import { shiftedClock } from '#server/platform/clock.testing'
import { testHouse } from '#server/house/testing'
import { bearing, type Attack, type AttackWorld, type Outcome } from './attack.testing.ts'
import { callsOfOthers, illFormedBodies } from './calls-of-others.testing.ts'
import { accessTokens, apiTokens, authorizationCodes } from './codes-and-tokens.testing.ts'
import { links, machines, publicKeys, signedAddresses } from './links-and-keys.testing.ts'
import { seeded } from './random.testing.ts'
import { codes, newPasskeys, passkeys, passwords } from './second-steps.testing.ts'
import { makeVictims } from './victims.testing.ts'

const attacks: Readonly<Record<string, Attack>> = {
  authorizationCodes,
  accessTokens,
  apiTokens,
  passwords,
  codes,
  passkeys,
  newPasskeys,
  links,
  signedAddresses,
  publicKeys,
  machines,
  callsOfOthers,
  illFormedBodies,
}

/** The findings of an attack with one seed. */
export interface Report {
  readonly seed: number
  readonly tries: number
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<number, number>>
  readonly faults: readonly string[]
  /** The slowest reply to someone who was using the server during the attacks, and the number of replies. */
  readonly slowestMs: number
  readonly replies: number
}

/**
 * Tables that an attack changes: records of the attempts, sessions of the attacked people, and what is stored only for
 * a day, since the attacks move the clock.
 */
const changing =
  /^(audit_log|sign_in_|idempotency_keys|oidc_records|facts|outbox|passkey_challenges|account_links|analytics|data_downloads)/

/** Returns a checksum of an organization's rows, table by table, including sign-in data. */
async function rowsOf({ house, customerId, person, admin }: AttackWorld): Promise<Record<string, string>> {
  const { db } = house.house.store
  const { rows: tables } = await sql<{ name: string; column: string }>`
    select table_name as name, min(column_name) as "column" from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('customer_id', 'user_id')
    group by 1 order by 1`.execute(db)
  const sums: Record<string, string> = {}
  for (const { name, column } of tables.filter(table => !changing.test(table.name))) {
    const own =
      column === 'customer_id'
        ? sql`customer_id = ${customerId}`
        : sql`user_id in (${person.id}, ${admin.id})`
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.table(name)} t where ${own}`.execute(db)
    // Excludes changes that its owner makes, and ongoing weather.
    const lasting = rows.map(({ row }) =>
      JSON.stringify(row, (key, value: unknown) =>
        /^last_step$|^counter$|_at$/.test(key) ? undefined : value,
      ),
    )
    sums[name] = createHash('sha256').update(lasting.toSorted().join('\n')).digest('hex')
  }
  return sums
}

/** Simulates someone who uses the server as usual: every answer has to be right, and in time. */
async function visit(
  { house, admin, clock }: AttackWorld,
  stop: AbortSignal,
  waits: number[],
  faults: string[],
) {
  while (!stop.aborted) {
    const signedInAt = clock.now()
    const { token } = await house.again(admin)
    const beforeMs = performance.now()
    const reply = await fetch(house.baseUrl + getCurrentUser.path, { headers: bearing(token) })
    const text = await reply.text()
    waits.push(performance.now() - beforeMs)
    // An attack may have waited until all tokens expired, including this one.
    const isOver = clock.now().getTime() - signedInAt.getTime() > 9 * minuteMs
    if (!isOver && (reply.status !== 200 || !text.includes(admin.id)))
      faults.push(`The usual person got ${reply.status}`)
    await sleep(50)
  }
}

function faultIn({ status, text, isGranted, what }: Outcome, marks: readonly string[]): string | undefined {
  if (isGranted) return `${what}: granted with ${status}`
  if (status >= 500 && status !== 503) return `${what}: ${status} ${text.slice(0, 200)}`
  const shown = marks.find(mark => text.includes(mark))
  return shown === undefined ? undefined : `${what}: ${status} shows ${shown}`
}

/** Returns how many failed sign-ins the attacked people can read on their profiles. */
async function failuresRecorded({ house, person, admin }: AttackWorld): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from sign_in_events
    where kind = 'sign-in failed' and user_id in (${person.id}, ${admin.id})`.execute(house.house.store.db)
  return rows[0]?.count ?? 0
}

type LogLine = { readonly msg: string; readonly level: number; readonly err?: { readonly type: string } }

/**
 * Returns whether a line is an unexpected error. Intentional rejections, such as 503 for missing weather, are logged
 * too; and the attacks move the clock.
 */
const isError = ({ level, err, msg }: LogLine) =>
  level >= 50 && err?.type !== 'Problem' && !msg.startsWith('the canary')

/** The lines that the log must contain about a round; the counts depend on the seed. */
const mustBeLogged = [
  'Call refused',
  'a sign-in failed',
  'a sign-in request was refused',
  'a passkey was refused',
  'a new passkey was refused',
] as const

/** Makes every attack in turn; returns how many attempts there were, and how often each status was answered. */
async function attackAll(world: AttackWorld, rounds: number, faults: string[]) {
  const statuses: Record<number, number> = {}
  let tries = 0
  for (let round = 0; round < rounds; round++)
    for (const [name, attack] of Object.entries(attacks))
      for (const outcome of await attack(world)) {
        tries++
        statuses[outcome.status] = (statuses[outcome.status] ?? 0) + 1
        const fault = faultIn(outcome, world.marks)
        if (fault !== undefined) faults.push(`${name}, round ${round}: ${fault}`)
      }
  return { tries, statuses }
}

/** Checks what the attacks have left behind, or should have. */
async function lookAround(
  world: AttackWorld,
  before: Readonly<Record<string, string>>,
  lines: readonly LogLine[],
  faults: string[],
) {
  for (const [table, sum] of Object.entries(await rowsOf(world)))
    if (sum !== before[table]) faults.push(`Rows of the organization changed in ${table}`)
  for (const words of mustBeLogged)
    if (!lines.some(({ msg }) => msg === words)) faults.push(`Nothing in the log says '${words}'`)
  for (const line of lines) if (isError(line)) faults.push(`An error in the log: ${JSON.stringify(line)}`)
  if ((await failuresRecorded(world)) === 0) faults.push('No failed sign-in is recorded')
  const health = await fetch(`${world.house.baseUrl}/healthz`)
  if (health.status !== 200) faults.push(`The server's health is ${health.status}`)
}

/** Tries everything that an intruder might try at the doors of a whole server, with values that follow from a seed. */
export async function attackDoors(seed: number, rounds: number): Promise<Report> {
  const clock = shiftedClock()
  const lines: LogLine[] = []
  const log = pino(
    { level: 'warn' },
    { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) },
  )
  const house = await testHouse({ clock, listen: true, log })
  try {
    const forgetFailures = async () =>
      void (await sql`delete from sign_in_failures`.execute(house.house.store.db))
    const victims = await makeVictims(house, clock.now())
    const world: AttackWorld = { ...victims, house, clock, random: seeded(seed), forgetFailures }
    const before = await rowsOf(world)
    const faults: string[] = []
    const waits: number[] = []
    const over = new AbortController()
    const visiting = visit(world, over.signal, waits, faults)
    const counts = await attackAll(world, rounds, faults)
    over.abort()
    await visiting
    await lookAround(world, before, lines, faults)
    return { seed, ...counts, faults, slowestMs: Math.round(Math.max(...waits)), replies: waits.length }
  } finally {
    await house.close()
  }
}
