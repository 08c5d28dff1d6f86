import { randomUUID } from 'node:crypto'
import { permissions } from '#domain/access/permissions'
import { maySignIn, roleNamed, roles } from '#domain/access/roles'
import type { Facts } from '#server/facts'
import { recordAudit } from '#server/platform/audit'
import { commitFacts } from '#server/platform/changes/index'
import { openSecrets } from '#server/platform/secrets'
import type { Db, Tx } from '#server/platform/store/index'
import { findCustomerNamed, insertCustomer, listCustomerRows, NameTaken } from '#server/rooms/customers/index'
import { insertGroup } from '#server/rooms/groups/index'
import { makeLink, removeSecondFactor, sealedBefore, signOutEverywhere } from '#server/rooms/identity/index'
import { createQueueEmail } from '#server/rooms/notifications/index'
import {
  findUser,
  findUserForSignIn,
  fullNameOf,
  insertUser,
  listUsers,
  tellPersonChanged,
  updateUserRow,
  type UserRow,
} from '#server/rooms/users/index'
import { table, WrongArguments, WrongUse, type AdminCommand, type Surroundings } from './command.ts'

const signInRoles = roles.filter(role => maySignIn(role.name)).map(role => role.name)

async function customerNamed(tx: Tx, name: string, now: Date): Promise<number> {
  const found = await findCustomerNamed(tx, 'system', name)
  if (found) return found.id
  const customerId = await insertCustomer(
    tx,
    { name, companyType: '', permissions: [...permissions] },
    now,
  ).catch((error: unknown) => {
    throw error instanceof NameTaken ? new WrongUse(`${error.message}. See: list customers`) : error
  })
  await insertGroup(tx, customerId, 'Everyone', now)
  return customerId
}

async function personNamed(db: Db, typed: string): Promise<UserRow> {
  const row = await findUserForSignIn(db, typed)
  if (row) return row
  throw new WrongUse(`No one has the user name or email address ${typed}. See: list people`)
}

/** An action on one person, with its audit row. */
async function act(
  surroundings: Surroundings,
  typed: string,
  action: string,
  work: (tx: Tx, row: UserRow) => Promise<string>,
) {
  const { clock } = surroundings
  const { db } = await surroundings.store()
  const now = clock.now()
  const words = await commitFacts<Facts, string>(db, clock, async (tx, appendFact) => {
    const row = await personNamed(tx, typed)
    const done = await work(tx, row)
    tellPersonChanged(appendFact, row)
    const target = `${row.user_name} (${row.id})`
    await recordAudit(
      tx,
      { by: 'system', customerId: row.customer_id, action: `${action} by hand`, target },
      now,
    )
    return done
  })
  surroundings.print(words)
}

function stateOf(row: UserRow): string {
  if (!row.is_active) return 'disabled'
  return row.activated_at ? 'active' : 'invited'
}

const listCommand: AdminCommand = {
  name: 'list',
  takes: 'people|customers [--customer NAME]',
  does: 'Lists the customers, or the people of all customers or of one.',
  words: ["'people' or 'customers'"],
  options: { customer: 'Only the people of this customer' },
  async run({ words: [what], option }, surroundings) {
    const { db } = await surroundings.store()
    if (what === 'customers') {
      const rows = (await listCustomerRows(db, 'system')).map(each => [
        each.name,
        each.status,
        `${each.people}`,
      ])
      return table([['Customer', 'Status', 'People'], ...rows]).forEach(surroundings.print)
    }
    if (what !== 'people') throw new WrongArguments(`Choose people or customers, not ${what}.`)
    const name = option('customer')
    const customer = name === undefined ? undefined : await findCustomerNamed(db, 'system', name)
    if (name !== undefined && !customer)
      throw new WrongUse(`There is no customer ${name}. See: list customers`)
    const rows = await listUsers(db, customer?.id ?? 'system')
    const cells = rows.map(row => [row.user_name, fullNameOf(row), row.role, stateOf(row), row.customer_name])
    table([['User name', 'Name', 'Role', 'State', 'Customer'], ...cells]).forEach(surroundings.print)
  },
}

const createUser: AdminCommand = {
  name: 'create-user',
  takes: '--email E --customer C [--super | --role R] [--first-name F] [--last-name L]',
  does: 'Creates an account, and its customer if none has that name, and prints the link to set its password.',
  words: [],
  options: {
    email: 'Email address, which is also the user name',
    customer: 'Name of the customer',
    role: `${signInRoles.join(', ')}. Default: Admin`,
    'first-name': 'Default: Administrator',
    'last-name': 'Default: none',
  },
  flags: { super: 'A Super Admin, who sees every customer: for the operators of this server' },
  async run({ option, flag }, surroundings) {
    const [email, customer] = [option('email'), option('customer')]
    if (flag('super') && option('role') !== undefined)
      throw new WrongArguments('Use either --super or --role.')
    const roleGiven = flag('super') ? 'SuperAdmin' : (option('role') ?? 'Admin')
    const role = roleNamed(roleGiven)
    if (!email || !customer) throw new WrongArguments('create-user needs --email and --customer.')
    if (!role || !maySignIn(role.name)) {
      throw new WrongUse(
        `${roleGiven} is not a role that can sign in. Choose one of: ${signInRoles.join(', ')}.`,
      )
    }
    const { db } = await surroundings.store()
    const now = surroundings.clock.now()
    const link = await db.transaction().execute(async tx => {
      if (await findUserForSignIn(tx, email)) {
        throw new WrongUse(
          `An account with this email address already exists. To send it a link: invite ${email}`,
        )
      }
      const id = randomUUID()
      const customerId = await customerNamed(tx, customer, now)
      await insertUser(tx, {
        id,
        customer_id: customerId,
        user_group_id: null,
        user_name: email,
        first_name: option('first-name') ?? 'Administrator',
        last_name: option('last-name') ?? '',
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
      const target = `${email} (${id})`
      await recordAudit(tx, { by: 'system', customerId, action: 'account created by hand', target }, now)
      const row = await findUser(tx, 'system', id)
      if (!row) throw new Error('The account that was just created is missing')
      return makeLink(tx, { purpose: 'invite' }, row, surroundings.config.baseUrl, now)
    })
    surroundings.print(
      `${role.displayName} ${email} of ${customer}. Set the password here, within 24 hours:\n\n  ${link}\n`,
    )
  },
}

const invite: AdminCommand = {
  name: 'invite',
  takes: 'EMAIL',
  does: 'Prints a new link for a person to set their first password. Earlier links stay valid until they expire.',
  words: ["a person's email address"],
  run: ({ words: [who = ''] }, surroundings) =>
    act(surroundings, who, 'invited', async (tx, row) => {
      if (!row.is_active) throw new WrongUse(`${row.user_name} is disabled. First: enable ${row.user_name}`)
      const link = await makeLink(
        tx,
        { purpose: 'invite' },
        row,
        surroundings.config.baseUrl,
        surroundings.clock.now(),
      )
      return `${row.user_name} can set a password here, within 24 hours:\n\n  ${link}\n`
    }),
}

const resetPassword: AdminCommand = {
  name: 'reset-password',
  takes: 'EMAIL',
  does: 'Prints a link for a person to set a new password. Until it is used, the old password stays valid.',
  words: ["a person's email address"],
  run: ({ words: [who = ''] }, surroundings) =>
    act(surroundings, who, 'password reset', async (tx, row) => {
      const link = await makeLink(
        tx,
        { purpose: 'reset' },
        row,
        surroundings.config.baseUrl,
        surroundings.clock.now(),
      )
      return `${row.user_name} can set a new password here, within 15 minutes:\n\n  ${link}\n`
    }),
}

const resetTwoSteps: AdminCommand = {
  name: 'reset-two-steps',
  takes: 'EMAIL',
  does: 'Turns two-step verification off for a person who lost their phone, passkeys and recovery codes.',
  words: ["a person's email address"],
  run: ({ words: [who = ''] }, surroundings) =>
    act(surroundings, who, 'two-step verification reset', async (tx, row) => {
      const queueEmail = createQueueEmail(openSecrets(surroundings.config, await sealedBefore(tx)))
      if (!(await removeSecondFactor(queueEmail, tx, row, 'operator', surroundings.clock.now())))
        throw new WrongUse(`${row.user_name} has no two-step verification.`)
      return `${row.user_name} can sign in with the password alone.`
    }),
}

async function isLastSuperAdmin(db: Db, row: UserRow): Promise<boolean> {
  const all = await listUsers(db, 'system')
  return (
    row.role === 'SuperAdmin' &&
    !all.some(each => each.id !== row.id && each.is_active && each.role === 'SuperAdmin')
  )
}

const disable: AdminCommand = {
  name: 'disable',
  takes: 'EMAIL',
  does: "Ends a person's sessions and prevents them from signing in. None of their data is deleted.",
  words: ["a person's email address"],
  run: ({ words: [who = ''] }, surroundings) =>
    act(surroundings, who, 'account disabled', async (tx, row) => {
      if (!row.is_active) throw new WrongUse(`${row.user_name} is already disabled.`)
      if (await isLastSuperAdmin(tx, row)) {
        throw new WrongUse(
          `${row.user_name} is the last Super Admin. Create another one first: create-user --super`,
        )
      }
      await updateUserRow(tx, 'system', row.id, { is_active: false })
      await signOutEverywhere(tx, row.id, surroundings.clock.now())
      return `${row.user_name} is disabled. A running server applies this within five seconds.`
    }),
}

const enable: AdminCommand = {
  name: 'enable',
  takes: 'EMAIL',
  does: 'Lets a disabled person sign in again.',
  words: ["a person's email address"],
  run: ({ words: [who = ''] }, surroundings) =>
    act(surroundings, who, 'account enabled', async (tx, row) => {
      if (row.is_active) throw new WrongUse(`${row.user_name} is not disabled.`)
      await updateUserRow(tx, 'system', row.id, { is_active: true })
      return `${row.user_name} can sign in again.`
    }),
}

export const peopleCommands = [listCommand, createUser, invite, resetPassword, resetTwoSteps, disable, enable]
