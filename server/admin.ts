import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Reply } from '#contract/call'
import type { delayEvidence } from '#contract/lightning'
import { permissions } from '#domain/access/permissions'
import { maySignIn, roleNamed, roles } from '#domain/access/roles'
import { environmentConfig, type Config } from '#server/config'
import { migrationsFolder } from '#server/house'
import { recordAct, verifyChains } from '#server/platform/audit'
import { systemClock } from '#server/platform/clock'
import { createLog } from '#server/platform/log'
import { openSecrets } from '#server/platform/secrets'
import { openStore, type Db, type Tx } from '#server/platform/store/index'
import { migrate, readMigrations } from '#server/platform/store/migrate'
import { findCustomerNamed, insertCustomer, insertUserGroup } from '#server/rooms/customers/index'
import { makeLink, rotateKeys, sealedBefore } from '#server/rooms/identity/index'
import { brokenEntries } from '#server/rooms/lightning/index'
import { findUser, insertUser } from '#server/rooms/users/index'

const usage = `npm run admin -- <command>

  create-user --email E --customer C [--role R] [--first-name F] [--last-name L]
      Makes an account (and its customer, if there is none of that name) and prints the link to set its password.
      Roles: ${roles
        .filter(role => maySignIn(role.name))
        .map(role => role.name)
        .join(', ')}. Without --role: SuperAdmin.
  rotate-keys
      Makes a new key for signing tokens. Tokens signed with the old one stay good until they end.
  verify-evidence FILE
      Checks the evidence of a delay, as downloaded from /api/Delay/{id}/Evidence. Needs no database.
  verify-audit
      Checks that nobody has changed or removed a row of the audit log.

It works on the same settings as the server (DATA_DIR, DATABASE_URL, BASE_URL), also while the server runs.`

class WrongUse extends Error {}

async function customerNamed(tx: Tx, name: string, now: Date): Promise<number> {
  const found = await findCustomerNamed(tx, 'system', name)
  if (found) return found.id
  const customerId = await insertCustomer(tx, { name, companyType: '', permissions: [...permissions] }, now)
  await insertUserGroup(tx, customerId, 'Everyone', now)
  return customerId
}

async function createUser(db: Db, config: Config, args: string[]) {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: {
      email: text,
      customer: text,
      role: { ...text, default: 'SuperAdmin' },
      'first-name': { ...text, default: 'Administrator' },
      'last-name': { ...text, default: '' },
    },
  })
  const { email, customer } = values
  const role = roleNamed(values.role)
  if (!email || !customer) throw new WrongUse('create-user needs --email and --customer')
  if (!role || !maySignIn(role.name)) throw new WrongUse(`There is no role ${values.role} that can sign in`)

  const now = systemClock.now()
  const link = await db.transaction().execute(async tx => {
    const id = randomUUID()
    const customerId = await customerNamed(tx, customer, now)
    await insertUser(tx, {
      id,
      customer_id: customerId,
      user_group_id: null,
      user_name: email,
      first_name: values['first-name'],
      last_name: values['last-name'],
      email,
      phone_number: null,
      role: role.name,
      permissions: [],
      time_zone: 'CST',
      is_active: true,
      declines_notifications: false,
      created_at: now,
      activated_at: null,
    })
    await recordAct(
      tx,
      { by: 'system', customerId, action: 'account created by hand', target: `${email} (${id})` },
      now,
    )
    const row = await findUser(tx, 'system', id)
    if (!row) throw new Error('The account that was just made is not there')
    return makeLink(tx, { purpose: 'invite' }, row, config.baseUrl, now)
  })
  console.log(
    `${role.displayName} ${email} of ${customer}. Set the password here, within 24 hours:\n\n  ${link}\n`,
  )
}

async function verifyAudit(db: Db) {
  const { rows, faults } = await verifyChains(db)
  for (const fault of faults)
    console.log(`Row ${fault.id} of ${fault.chain} does not follow from the one before it.`)
  console.log(
    faults.length === 0 ? `All ${rows} rows are whole.` : `${faults.length} of ${rows} rows are not whole.`,
  )
  if (faults.length > 0) process.exitCode = 1
}

/** Reads what the API gave out, and links it up again as it was when it was written. */
function verifyEvidence(file: string | undefined) {
  if (!file) throw new WrongUse('verify-evidence needs the name of a file')
  const { data } = JSON.parse(readFileSync(file, 'utf8')) as { data: Reply<typeof delayEvidence> }
  const rows = data.evidence.map((entry, index) => ({
    delay_id: data.delay.id,
    number: index + 1,
    at: new Date(entry.at),
    kind: entry.kind,
    facts: entry.facts,
    previous_hash: entry.previousHash,
    hash: entry.hash,
  }))
  const broken = brokenEntries(rows)
  for (const number of broken) console.log(`Entry ${number} does not follow from the one before it.`)
  console.log(broken.length === 0 ? `All ${rows.length} entries are whole.` : 'This evidence was changed.')
  if (broken.length > 0) process.exitCode = 1
}

async function run(command: string | undefined, args: string[]) {
  if (command === undefined || command === 'help' || args.includes('--help')) return console.log(usage)
  if (command === 'verify-evidence') return verifyEvidence(args[0])
  const config = environmentConfig()
  const store = await openStore({ ...config, log: createLog('warn'), beside: true })
  try {
    await migrate(store.db, readMigrations(migrationsFolder), systemClock.now())
    const secrets = openSecrets(config, await sealedBefore(store.db))
    if (command === 'create-user') return await createUser(store.db, config, args)
    if (command === 'rotate-keys') return await rotateKeys(store.db, secrets, systemClock.now(), true)
    if (command === 'verify-audit') return await verifyAudit(store.db)
    throw new WrongUse(`There is no command ${command}`)
  } finally {
    await store.close()
  }
}

try {
  const [command, ...args] = process.argv.slice(2)
  await run(command, args)
} catch (error) {
  const { code, message } = error as { code?: string; message: string }
  const taken = code === '23505'
  console.error(taken ? 'There is an account with this e-mail address already.' : message)
  if (error instanceof WrongUse) console.error(`\n${usage}`)
  process.exitCode = 2
}
