import { getCurrentUser, getCustomerUsers, getRoles, updateProfile } from '#contract/users'
import { flagsOf, isPermission } from '#domain/access/permissions'
import { roles } from '#domain/access/roles'
import { zoneOf } from '#domain/alert-times/time-zones'
import { recordAct } from '#server/platform/audit'
import type { Bus } from '#server/platform/bus'
import { badInput, notFound } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import type { Events } from '#server/events'
import { auditName, permissionsOf, wireUser } from './person.ts'
import { findUser, isUserNameTaken, listUsers, updateUser, type UserChange, type UserRow } from './store.ts'

function isTimeZone(stored: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zoneOf(stored) })
    return true
  } catch {
    return false
  }
}

/** What of a person's own row the audit log shows. */
function shown(row: UserRow | UserChange) {
  return {
    userName: row.user_name,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phoneNumber: row.phone_number,
    timeZone: row.time_zone,
  }
}

export function userRoutes({ db, bus }: { db: Db; bus: Bus<Events> }): Served[] {
  async function own(customerId: number, id: string): Promise<UserRow> {
    const row = await findUser(db, customerId, id)
    if (!row) throw notFound('Your account')
    return row
  }

  return [
    serve(getCurrentUser, async ({ caller }) => {
      const row = await own(caller.customerId, caller.id)
      const behind = caller.impersonator
      return {
        ...wireUser(row),
        permissions: permissionsOf(row),
        featureFlags: flagsOf(row.customer_permissions.filter(isPermission)),
        customerStatus: row.customer_status,
        declinesNotifications: row.declines_notifications,
        actingAs: behind && { id: behind.id, fullName: behind.fullName, until: behind.until.toISOString() },
      }
    }),

    serve(getRoles, async () => roles.map(role => ({ ...role }))),

    serve(getCustomerUsers, async ({ caller }) => {
      const rows = await listUsers(db, caller.customerId)
      const visible =
        caller.role === 'AssistantAdmin' ? rows.filter(row => row.user_group_id === caller.groupId) : rows
      return visible.map(wireUser)
    }),

    serve(updateProfile, async ({ caller, body, now, requestId }) => {
      if (!isTimeZone(body.timeZone)) throw badInput({ TimeZone: ['is not a time zone'] })
      const row = await own(caller.customerId, caller.id)
      // Someone who signs in with their e-mail address goes on doing so with the new one.
      const userName = row.user_name === row.email ? body.email : row.user_name
      if (await isUserNameTaken(db, userName, row.id))
        throw badInput({ Email: ['is used by another account'] })

      const change: UserChange = {
        user_name: userName,
        first_name: body.firstName,
        last_name: body.lastName,
        email: body.email,
        phone_number: body.phoneNumber,
        time_zone: body.timeZone,
      }
      await db.transaction().execute(async tx => {
        await updateUser(tx, caller.customerId, caller.id, change)
        await recordAct(
          tx,
          {
            by: caller,
            customerId: caller.customerId,
            action: 'profile changed',
            target: auditName(row),
            before: shown(row),
            after: shown(change),
            requestId,
          },
          now,
        )
      })
      bus.say('person-changed', { personId: row.id })
      return { message: 'Profile saved', user: wireUser(await own(caller.customerId, caller.id)) }
    }),
  ]
}
