import { currentIn, Refused } from './failures.ts'
import { saveOver } from './save-over.ts'
import { updateGroup, type UserGroup } from '#contract/groups'
import { expect, test } from 'vitest'

const opened: UserGroup = {
  id: 1,
  name: 'Crew',
  customerId: 1,
  users: 0,
  notificationUsers: 0,
  widgets: 0,
  policies: 2,
  alertTimes: [],
  version: 3,
}
const draftOf = ({ name, policies }: UserGroup) => ({ name, policies })

/** A server that has another version by now, and newer ones each time that it is asked. */
function save(currents: readonly UserGroup[], changed: Partial<ReturnType<typeof draftOf>>) {
  const sent: object[] = []
  let at = 0
  const saved = saveOver({
    base: opened,
    draft: { ...draftOf(opened), ...changed },
    draftOf,
    send: async (draft, { version }) => {
      const current = currents[Math.min(at++, currents.length - 1)] ?? opened
      sent.push({ ...draft, version })
      if (version !== current.version) throw new Refused(409, 'Too late.', {}, { current })
      return 'saved'
    },
    currentIn: error => currentIn(updateGroup, error),
  })
  return { saved, sent }
}

test('a change of the present version is saved', async () => {
  const { saved, sent } = save([opened], { name: 'Team' })
  expect(await saved).toBe('saved')
  expect(sent).toEqual([{ name: 'Team', policies: 2, version: 3 }])
})

test('a newer version that says something else of the same field is not overwritten', async () => {
  const { saved, sent } = save([{ ...opened, name: 'Staff', version: 4 }], { name: 'Team' })
  await expect(saved).rejects.toThrow('Too late.')
  expect(sent).toHaveLength(1)
})

test('what somebody else has changed meanwhile is saved as they left it', async () => {
  const { saved, sent } = save([{ ...opened, policies: 1, version: 7 }], { name: 'Team' })
  expect(await saved).toBe('saved')
  expect(sent.at(-1)).toEqual({ name: 'Team', policies: 1, version: 7 })
})

test('also by several, one after the other', async () => {
  const second = { ...opened, policies: 1, version: 4 }
  const third = { ...opened, policies: 5, version: 5 }
  const { saved, sent } = save([second, third, third], { name: 'Team' })
  expect(await saved).toBe('saved')
  expect(sent.at(-1)).toEqual({ name: 'Team', policies: 5, version: 5 })
})

test('a newer version in which nothing differs that the form shows is saved over', async () => {
  const { saved, sent } = save([{ ...opened, users: 2, version: 7 }], { name: 'Team' })
  expect(await saved).toBe('saved')
  expect(sent).toHaveLength(2)
})

test('a newer version that says what the form says is saved over', async () => {
  expect(await save([{ ...opened, name: 'Team', version: 4 }], { name: 'Team' }).saved).toBe('saved')
})

test('any other refusal is not about versions', () => {
  const answer = { current: opened }
  expect(currentIn(updateGroup, new Refused(409, 'Too late.', {}, answer))).toEqual(opened)
  expect(currentIn(updateGroup, new Refused(409, 'It is still being done.', {}))).toBeUndefined()
  expect(currentIn(updateGroup, new Refused(400, 'No.', {}, answer))).toBeUndefined()
  expect(currentIn(updateGroup, new Error('No.'))).toBeUndefined()
})
