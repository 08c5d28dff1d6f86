import {
  addNotificationUser,
  addUser,
  deleteUser,
  deleteNotificationUser,
  demoteUser,
  getCustomerUsers,
  listNotificationUsers,
  promoteUser,
  updateNotificationUser,
  updateUser,
  getEmailSubscriptions,
  importUsers,
} from '#contract/people/people'
import type { User } from '#contract/people/users'
import { effectiveRole } from '#domain/access/roles'
import type { Member } from '#domain/access/people'
import { ask } from '#web/data/requests/ask.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { groupsKey, peopleKey } from './people-keys.ts'
import { withPerson } from './with-person.ts'
import type { Asked } from '#contract/call'

async function askForPeople(signal: AbortSignal): Promise<User[]> {
  const [full, notificationOnly] = await Promise.all([
    ask(getCustomerUsers, {}, signal),
    ask(listNotificationUsers, {}, signal),
  ])
  return [...new Map([...full, ...notificationOnly].map(person => [person.id, person])).values()]
}

/** Returns a person as the access rules see them. */
export function memberOf({ roleName, customerId, siteId }: User): Member {
  return { role: effectiveRole(roleName), customerId, groupId: siteId }
}

/** Fetches everyone the caller may see, including people who are only notified. */
export function usePeople() {
  return useQuery({ queryKey: peopleKey, queryFn: ({ signal }) => askForPeople(signal) })
}

/** A list of thousands takes seconds to reload, so the known part of the change is applied immediately. */
function usePeopleChange<Wish, Answer>(
  make: (request: Wish) => Promise<Answer>,
  withChange: (people: readonly User[], answer: Answer, request: Wish) => readonly User[],
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: make,
    onSuccess: (answer, request) => {
      client.setQueryData<readonly User[]>(peopleKey, people => people && withChange(people, answer, request))
      void client.invalidateQueries({ queryKey: peopleKey })
      void client.invalidateQueries({ queryKey: groupsKey })
    },
  })
}

function useSavePerson<Wish, Answer extends { user: User }>(make: (request: Wish) => Promise<Answer>) {
  return usePeopleChange(make, (people, { user }) => withPerson(people, user))
}

export function useAddUser() {
  return useSavePerson((body: Asked<typeof addUser>['body']) => ask(addUser, { body }))
}

export function useUpdateUser() {
  return useSavePerson((body: Asked<typeof updateUser>['body']) => ask(updateUser, { body }))
}

export function useDemoteUser() {
  return useSavePerson((id: string) => ask(demoteUser, { query: { id } }))
}

export function usePromoteUser() {
  return useSavePerson((body: Asked<typeof promoteUser>['body']) => ask(promoteUser, { body }))
}

export function useAddNotificationUser() {
  return useSavePerson((body: Asked<typeof addNotificationUser>['body']) =>
    ask(addNotificationUser, { body }),
  )
}

export function useUpdateNotificationUser() {
  return useSavePerson((body: Asked<typeof updateNotificationUser>['body']) =>
    ask(updateNotificationUser, { body }),
  )
}

export function useDeletePerson() {
  return usePeopleChange(
    ({ id, roleName }: User) =>
      ask(roleName === 'NotificationOnly' ? deleteNotificationUser : deleteUser, { params: { id } }),
    (people, _answer, gone) => people.filter(({ id }) => id !== gone.id),
  )
}

/** Whether a notification-only person still receives alerts by email. */
export function useEmailSubscription(id: string) {
  return useQuery({
    queryKey: ['notification-user', id, 'email'],
    queryFn: ({ signal }) => ask(getEmailSubscriptions, { params: { id } }, signal),
  })
}

/** Validates a table of people row by row without changing anything. */
export function useCheckImport() {
  return useMutation({
    mutationFn: (text: string) => ask(importUsers, { body: { text, apply: false } }),
  })
}

interface Import {
  readonly text: string
  /** The line numbers of rows to skip. */
  readonly skipLines: readonly number[]
}

/** The response does not contain the people, so the import is finished only when the table has reloaded. */
export function useImportUsers() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ text, skipLines }: Import) =>
      ask(importUsers, { body: { text, apply: true, skipLines: [...skipLines] } }),
    onSuccess: async () => {
      void client.invalidateQueries({ queryKey: groupsKey })
      await client.invalidateQueries({ queryKey: peopleKey })
    },
  })
}
