import {
  userDraftOf,
  haveLocationsChanged,
  userMergeRule,
  newUserBody,
  notificationUserBody,
  userProblems,
  saysTheSame,
  updateUserBody,
  type UserDraft,
} from './user-draft.ts'
import { userErrorsLeft, userSaveFailure, wayOf, type UserErrors, type Way } from './way-of-saving.ts'
import type { OrganizationLocation } from '#contract/places/locations'
import { type CurrentUser, type User } from '#contract/people/users'
import { updateUser } from '#contract/people/people'
import { mergeEdits } from '#domain/edits/merge'
import { currentIn, fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { givenLocations } from '#web/data/people/given-locations.ts'
import { useGiveLocations } from '#web/data/places/locations.ts'
import { saveOver } from '#web/data/requests/save-over.ts'
import {
  useAddNotificationUser,
  useAddUser,
  useDemoteUser,
  usePromoteUser,
  useUpdateNotificationUser,
  useUpdateUser,
} from '#web/data/people/people.ts'
import { useAttempts, type Failure } from '#web/parts/fields/use-attempts.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useState } from 'react'

interface Answer {
  readonly message: string
  readonly user: User
}

interface Saving {
  me: CurrentUser
  /** The person to edit; null for a new one. */
  subject: User | null
  draft: UserDraft
  /** Undefined if unknown. In that case no locations are changed. */
  places: readonly OrganizationLocation[] | undefined
  onSaved: () => void
}

/** Returns the API calls for each way of saving. */
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
    if (saysTheSame(draft, { ...userDraftOf(person, me), roleId, isActive })) return demoted
    const { id, version } = demoted.user
    return updateNotified.mutateAsync({ ...notificationUserBody(draft), id, version })
  }

  function send(way: Way, draft: UserDraft, person: User | null): Promise<Answer> {
    if (way === 'add-notified') return addNotified.mutateAsync(notificationUserBody(draft))
    if (way === 'add' || !person) return add.mutateAsync(newUserBody(draft))
    if (way === 'demote') return takeLevelAway(draft, person)
    return saveOver({
      base: person,
      draft,
      draftOf: now => userDraftOf(now, me),
      rule: userMergeRule,
      send: (wanted, current) => {
        const { id, version } = current
        if (way === 'update') return update.mutateAsync(updateUserBody(wanted, current, version))
        if (way === 'promote') return promote.mutateAsync({ ...newUserBody(wanted), id, version })
        return updateNotified.mutateAsync({ ...notificationUserBody(wanted), id, version })
      },
      currentIn: overtakenBy,
    })
  }

  return { send }
}

/** The person was saved, but their locations were not. */
class LocationsNotSaved extends Error {}

/** All calls that change a person report a conflict in the same format. */
const overtakenBy = (error: unknown) => currentIn(updateUser, error)

/** Saves the form: validates it, asks before a demotion, and sends the person and their locations. */
export function useSaveUser({ me, subject, draft, places, onSaved }: Saving) {
  // Once saved, the person exists on the server, even if saving their locations fails.
  const [person, setPerson] = useState(subject)
  const [newer, setNewer] = useState<User | null>(null)
  const [errors, setErrors] = useState<UserErrors>({})
  const [failures, setFailures] = useState(0)
  const [isAsking, setAsking] = useState(false)
  const ways = useWays(me)
  const give = useGiveLocations()
  const toast = useToast()
  const way = wayOf(person, draft)
  const attempts = useAttempts(inWords)

  function judge(reported: UserErrors) {
    setErrors(reported)
    setFailures(count => count + 1)
  }

  async function savePerson(over: User | null, wanted: UserDraft): Promise<User> {
    const { message, user } = await ways.send(way, wanted, over)
    setPerson(user)
    setNewer(null)
    const header = way === 'promote' ? 'Successfully promoted to full user' : message
    toast({ variant: 'success', header })
    return user
  }

  /** Someone else may have added or removed locations in the meantime, so only this form's changes are applied. */
  async function saveLocations(over: User | null, user: User, wanted: UserDraft): Promise<void> {
    const before = userDraftOf(over, me)
    const theirs = { ...before, locations: user.orgLocations }
    const merged = mergeEdits(before, { ...before, locations: wanted.locations }, theirs, userMergeRule).mine
    if (!places || !haveLocationsChanged(merged, user)) return
    try {
      await give.mutateAsync({ userId: user.id, locations: givenLocations(merged.locations, places) })
    } catch (error) {
      throw new LocationsNotSaved(plainReason(error), { cause: error })
    }
  }

  async function send(over: User | null, wanted: UserDraft) {
    try {
      await saveLocations(over, await savePerson(over, wanted), wanted)
    } finally {
      setAsking(false)
    }
    onSaved()
  }

  function inWords(error: unknown): Failure | null {
    const current = overtakenBy(error)
    setNewer(current ?? null)
    if (current) return null
    if (error instanceof LocationsNotSaved)
      return { header: 'Locations could not be saved', text: error.message }
    judge(fieldErrors(error))
    return userSaveFailure(error, way)
  }

  async function submit() {
    const problems = userProblems(draft)
    if (Object.keys(problems).length > 0) return judge(problems)
    if (way === 'demote') return setAsking(true)
    await attempts.attempt(() => send(person, draft))
  }

  return {
    person,
    errors,
    failures,
    failure: attempts.failure,
    newer,
    isBusy: attempts.isRunning,
    isAsking,
    submit,
    confirm: () => attempts.attempt(() => send(person, draft)),
    /** Saves the merge of both versions over the other person's version. */
    keepMine: (theirs: User, merged: UserDraft) => attempts.attempt(() => send(theirs, merged)),
    startFrom: (theirs: User) => {
      setPerson(theirs)
      setNewer(null)
      setErrors({})
      attempts.forget()
    },
    reconsider: () => setAsking(false),
    forgetErrorsOf: (changed: Partial<UserDraft>) => setErrors(before => userErrorsLeft(before, changed)),
  }
}
