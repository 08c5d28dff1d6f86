import {
  draftOf,
  haveLocationsChanged,
  newUserBody,
  notificationUserBody,
  problemsOf,
  saysTheSame,
  updateUserBody,
  type UserDraft,
} from './user-draft.ts'
import { errorsLeft, saveFailure, wayOf, type Errors, type Way } from './way-of-saving.ts'
import type { OrganizationLocation } from '#contract/locations'
import type { CurrentUser, User } from '#contract/users'
import { fieldErrors, plainReason } from '#web/data/failures.ts'
import { givenLocations } from '#web/data/given-locations.ts'
import { useGiveLocations } from '#web/data/locations.ts'
import {
  useAddNotificationUser,
  useAddUser,
  useDemoteUser,
  usePromoteUser,
  useUpdateNotificationUser,
  useUpdateUser,
} from '#web/data/users.ts'
import { useToast } from '#web/parts/use-toast.ts'
import { useState } from 'react'

interface Answer {
  readonly message: string
  readonly user: User
}

interface Saving {
  me: CurrentUser
  /** Who is edited; nobody for a new person. */
  subject: User | null
  draft: UserDraft
  /** Undefined: they are not known, and nobody's are touched. */
  places: readonly OrganizationLocation[] | undefined
  onSaved: () => void
}

/** The calls behind each way of saving. */
function useWays(me: CurrentUser) {
  const add = useAddUser()
  const addNotified = useAddNotificationUser()
  const update = useUpdateUser()
  const updateNotified = useUpdateNotificationUser()
  const demote = useDemoteUser()
  const promote = usePromoteUser()

  async function takeLevelAway(draft: UserDraft, person: User): Promise<Answer> {
    const demoted = await demote.mutateAsync(person.id)
    const { roleId, isActive } = draft
    if (saysTheSame(draft, { ...draftOf(person, me), roleId, isActive })) return demoted
    return updateNotified.mutateAsync({ ...notificationUserBody(draft), id: demoted.user.id })
  }

  function send(way: Way, draft: UserDraft, person: User | null): Promise<Answer> {
    if (way === 'add-notified') return addNotified.mutateAsync(notificationUserBody(draft))
    if (way === 'add' || !person) return add.mutateAsync(newUserBody(draft))
    if (way === 'update') return update.mutateAsync(updateUserBody(draft, person))
    if (way === 'demote') return takeLevelAway(draft, person)
    if (way === 'promote') return promote.mutateAsync({ ...newUserBody(draft), id: person.id })
    return updateNotified.mutateAsync({ ...notificationUserBody(draft), id: person.id })
  }

  const isPending = [add, addNotified, update, updateNotified, demote, promote].some(call => call.isPending)
  return { send, isPending }
}

/** Saves what is in the form: looks it over, asks before somebody is demoted, sends the person and their locations. */
export function useSaveUser({ me, subject, draft, places, onSaved }: Saving) {
  // Once saved they are known to the server, whatever becomes of their locations.
  const [person, setPerson] = useState(subject)
  const [errors, setErrors] = useState<Errors>({})
  const [failures, setFailures] = useState(0)
  const [isAsking, setAsking] = useState(false)
  const ways = useWays(me)
  const give = useGiveLocations()
  const toast = useToast()
  const way = wayOf(person, draft)
  const isBusy = ways.isPending || give.isPending

  function judge(said: Errors) {
    setErrors(said)
    setFailures(count => count + 1)
  }

  async function savePerson(): Promise<User | undefined> {
    try {
      const { message, user } = await ways.send(way, draft, person)
      setPerson(user)
      toast({
        variant: 'success',
        header: way === 'promote' ? 'Successfully promoted to full user' : message,
      })
      return user
    } catch (error) {
      judge(fieldErrors(error))
      toast({ variant: 'error', ...saveFailure(error, way) })
      return undefined
    }
  }

  async function saveLocations(user: User): Promise<boolean> {
    if (!places || !haveLocationsChanged(draft, user)) return true
    try {
      await give.mutateAsync({ userId: user.id, locations: givenLocations(draft.locations, places) })
      return true
    } catch (error) {
      toast({ variant: 'error', header: 'Locations could not be saved', text: plainReason(error) })
      return false
    }
  }

  async function send() {
    const saved = await savePerson()
    setAsking(false)
    if (saved && (await saveLocations(saved))) onSaved()
  }

  async function submit() {
    if (isBusy) return
    const problems = problemsOf(draft)
    if (Object.keys(problems).length > 0) return judge(problems)
    if (way === 'demote') return setAsking(true)
    await send()
  }

  return {
    person,
    errors,
    failures,
    isBusy,
    isAsking,
    submit,
    confirm: send,
    reconsider: () => setAsking(false),
    forgetErrorsOf: (changed: Partial<UserDraft>) => setErrors(before => errorsLeft(before, changed)),
  }
}
