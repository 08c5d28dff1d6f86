import { getCurrentUser, updateProfile } from '#contract/people/users'
import { getRoles } from '#contract/people/people'
import { isActiveCustomer } from '#domain/analytics/sampling'
import { flagsOf, isPermission } from '#domain/access/permissions'
import { roles, shownHierarchy } from '#domain/access/roles'
import { isTimeZone } from '#domain/alert-times/time-zones'
import { recordAudit, type AuditEntry } from '#server/platform/audit'
import type { Caller } from '#server/platform/http/caller'
import { assertNotOvertaken } from '#server/platform/http/overtaken'
import { badInput, notFound } from '#server/platform/http/problems'
import { serve, WithCookie, type Served } from '#server/platform/http/serve'
import type { UserChangeDeps } from '#server/rooms/users/acting'
import { peopleRoutes } from './people.ts'
import { personAuditName, permissionsOf, appendPersonChanged, wireUser } from '#server/rooms/users/person'
import {
  findUser,
  isNameOfColleague,
  lockUserForUpdate,
  updateUserRow,
  type UserChange,
  type UserRow,
} from '#server/rooms/users/store'
import { statusCookie } from '#server/rooms/users/status-cookie'

/** What the audit log records about a change to one's own account. */
function shown(row: UserRow | UserChange) {
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    phoneNumber: row.phone_number,
    timeZone: row.time_zone,
  }
}

/** The rights to show: a caller who must still set up a second factor has fewer than their account. */
function rightsShown({ owesSecondFactor, role, permissions }: Caller, row: UserRow) {
  if (!owesSecondFactor) return { permissions: permissionsOf(row) }
  const current = roles.find(({ name }) => name === role)
  return {
    permissions: [...permissions],
    roleId: current?.id ?? '',
    roleName: role,
    roleDisplayName: current?.displayName ?? role,
    roleHierarchy: shownHierarchy(role),
    owesSecondFactor: true,
  }
}

/** What a person entered to change their email address. */
export interface EmailChange {
  readonly newEmail: string
  /** Identifies the password that they entered. */
  readonly password: string
}

/** Changes an email address. Password resets are sent there, so the person's request alone is not enough. */
export interface EmailChanges {
  /** Throws unless this is the person's password. Returns what identifies it. */
  confirmPassword(userId: string, typed: string, now: Date): Promise<string>
  /**
   * Sends a link to the new address, which takes effect when the link is used. Throws if `password` no longer identifies
   * the person's password.
   */
  request(
    row: UserRow,
    wanted: EmailChange,
    act: Pick<AuditEntry, 'by' | 'requestId'>,
    now: Date,
  ): Promise<void>
}

export interface UserRouteDeps extends UserChangeDeps {
  readonly emailChanges: EmailChanges
  readonly config: {
    readonly baseUrl: string
    /** The address of the collector that counts page views, if there is one. */
    readonly analyticsUrl?: string | undefined
  }
}

export function userRoutes({ emailChanges, config, ...room }: UserRouteDeps): Served[] {
  const { db, changes, providers } = room

  async function own(customerId: number, id: string): Promise<UserRow> {
    const row = await findUser(db, customerId, id)
    if (!row) throw notFound('Your account')
    return row
  }

  return [
    serve(getCurrentUser, async ({ caller }) => {
      const row = await own(caller.customerId, caller.id)
      const behind = caller.impersonator
      const me = {
        ...wireUser(row, providers),
        ...rightsShown(caller, row),
        featureFlags: flagsOf(row.customer_permissions.filter(isPermission)),
        customerStatus: row.customer_status,
        // What support staff view while impersonating someone is not that person's activity.
        isCounted: config.analyticsUrl !== undefined && !behind && isActiveCustomer(row.customer_status),
        declinesNotifications: row.declines_notifications,
        actingAs: behind && { id: behind.id, fullName: behind.fullName, until: behind.until.toISOString() },
      }
      // The browser belongs to the support staff, even while they impersonate another person.
      return behind
        ? me
        : new WithCookie(me, statusCookie(row.customer_status, config.baseUrl.startsWith('https:')))
    }),

    serve(getRoles, async () => roles.map(role => ({ ...role }))),

    serve(updateProfile, async ({ caller, body, now, requestId }) => {
      if (!isTimeZone(body.timeZone)) throw badInput({ TimeZone: ['is not a time zone'] })
      const row = await own(caller.customerId, caller.id)
      assertNotOvertaken(updateProfile, body.version, wireUser(row, providers))
      const isNewEmail = body.email !== row.email
      if (isNewEmail) {
        if (body.currentPassword === undefined)
          throw badInput({ CurrentPassword: ['is required to change the email address'] })
        const password = await emailChanges.confirmPassword(caller.id, body.currentPassword, now)
        if (await isNameOfColleague(db, row.customer_id, body.email, row.id))
          throw badInput({ Email: ['is used by another account'] })
        const wanted = { newEmail: body.email, password }
        await emailChanges.request(row, wanted, { by: caller, requestId }, now)
      }

      const change: UserChange = {
        first_name: body.firstName,
        last_name: body.lastName,
        phone_number: body.phoneNumber,
        time_zone: body.timeZone,
      }
      await changes.commit(async (tx, appendFact) => {
        const held = await lockUserForUpdate(tx, caller.customerId, caller.id)
        if (held) assertNotOvertaken(updateProfile, body.version, wireUser(held, providers))
        await updateUserRow(tx, caller.customerId, caller.id, change)
        await recordAudit(
          tx,
          {
            by: caller,
            customerId: caller.customerId,
            action: 'profile changed',
            target: personAuditName(row),
            before: shown(row),
            after: shown(change),
            requestId,
          },
          now,
        )
        appendPersonChanged(appendFact, row)
      })
      const message = isNewEmail
        ? `Profile saved. To use ${body.email}, open the link that we sent there.`
        : 'Profile saved'
      return { message, user: wireUser(await own(caller.customerId, caller.id), providers) }
    }),

    ...peopleRoutes(room),
  ]
}
