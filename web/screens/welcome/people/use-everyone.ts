import { useAddGroup, useGroups } from '#web/data/people/groups.ts'

/** The default user group. */
export const everyone = 'Everyone'
/** The id of a group that is created only when it is needed. */
const notYet = 'new'

/** Returns the user groups to choose from, which always include one for everyone. */
export function useGroupChoices() {
  const groups = useGroups()
  const add = useAddGroup()
  const known = groups.data ?? []
  const own = known.find(({ name }) => name === everyone)
  const choices = [
    ...(own ? [] : [{ value: notYet, label: everyone }]),
    ...known.map(({ id, name }) => ({ value: String(id), label: name })),
  ]

  async function idOf(choice: string): Promise<number> {
    if (choice !== notYet) return Number(choice)
    return own?.id ?? (await add.mutateAsync({ name: everyone })).userGroup.id
  }

  return { choices, first: own ? String(own.id) : notYet, idOf, isKnown: groups.data !== undefined }
}
