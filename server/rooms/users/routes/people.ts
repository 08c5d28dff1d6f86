import {
  addNotificationUser as addNotificationUserCall,
  addUser as addUserCall,
  deleteNotificationUser,
  deleteUser,
  demoteUser as demoteUserCall,
  exportUsers,
  getCustomerUsers,
  getEmailSubscriptions,
  importUsers,
  listNotificationUsers,
  listUsersByRole,
  promoteUser as promoteUserCall,
  updateNotificationUser,
  updateUser,
} from '#contract/people/people'
import { maySee } from '#domain/access/people'
import { roleNamed } from '#domain/access/roles'
import type { Caller } from '#server/platform/http/caller'
import { serve, WithMessage, type Served } from '#server/platform/http/serve'
import { seenBy, type UserChangeDeps } from '#server/rooms/users/acting'
import { addNotificationUser, addUser } from '#server/rooms/users/add-user'
import { changeNotificationUser, changeUser } from '#server/rooms/users/change-user'
import { removePerson } from '#server/rooms/users/delete-user'
import { demoteUser } from '#server/rooms/users/demote-user'
import { importPeople } from '#server/rooms/users/import-people'
import { peopleTable } from '#server/rooms/users/people-table'
import { fullNameOf, isNotificationOnly, personOf, wireUser } from '#server/rooms/users/person'
import { promoteUser } from '#server/rooms/users/promote-user'
import { listUsers, type UserRow } from '#server/rooms/users/store'

/** Routes for the people that administrators manage. */
export function peopleRoutes(room: UserChangeDeps): Served[] {
  const { db, providers } = room
  const wired = (row: UserRow) => wireUser(row, providers)

  async function peopleSeenBy(caller: Caller): Promise<UserRow[]> {
    const rows = await listUsers(db, caller.customerId)
    return rows.filter(row => row.id === caller.id || maySee(caller, personOf(row)))
  }

  return [
    serve(getCustomerUsers, async ({ caller }) =>
      (await peopleSeenBy(caller)).filter(row => !isNotificationOnly(row)).map(wired),
    ),

    serve(listUsersByRole, async ({ caller, body }) => {
      const isAsked = (row: UserRow) => body.roles.some(id => id === roleNamed(row.role)?.id)
      return (await peopleSeenBy(caller)).filter(row => row.is_active && isAsked(row)).map(wired)
    }),

    serve(addUserCall, async ({ body, ...doing }) => ({
      message: 'User added',
      user: wired(await addUser(room, doing, body)),
    })),

    serve(updateUser, async ({ body, ...doing }) => ({
      message: 'User updated',
      user: wired(await changeUser(room, doing, body)),
    })),

    serve(deleteUser, async ({ params, ...doing }) => {
      await removePerson(room, doing, params.id, 'full user')
      return new WithMessage(null, 'User deleted')
    }),

    serve(demoteUserCall, async ({ query, ...doing }) => {
      const row = await demoteUser(room, doing, query.id)
      return { message: `${fullNameOf(row)} is now a Notification Only user`, user: wired(row) }
    }),

    serve(promoteUserCall, async ({ body, ...doing }) => ({
      message: 'Successfully promoted to full user',
      user: wired(await promoteUser(room, doing, body)),
    })),

    serve(listNotificationUsers, async ({ caller }) =>
      (await peopleSeenBy(caller)).filter(isNotificationOnly).map(wired),
    ),

    serve(addNotificationUserCall, async ({ body, ...doing }) => ({
      message: 'Notification user added',
      user: wired(await addNotificationUser(room, doing, body)),
    })),

    serve(updateNotificationUser, async ({ body, ...doing }) => ({
      message: 'Notification user updated',
      user: wired(await changeNotificationUser(room, doing, body)),
    })),

    serve(deleteNotificationUser, async ({ params, ...doing }) => {
      await removePerson(room, doing, params.id, 'notification only')
      return new WithMessage(null, 'Notification user deleted')
    }),

    serve(getEmailSubscriptions, async ({ caller, params }) => {
      const { email_unsubscribed_at: at } = await seenBy(db, caller, params.id, 'notification only')
      return { isSubscribed: at === null, unsubscribed: at?.toISOString() ?? null }
    }),

    serve(exportUsers, async ({ caller, now }) => ({
      fileName: `Users ${now.toISOString().slice(0, 10)}.csv`,
      content: peopleTable(await peopleSeenBy(caller), await room.locations.places(db, caller.customerId)),
    })),

    serve(importUsers, ({ body, ...doing }) => importPeople(room, doing, body)),
  ]
}
