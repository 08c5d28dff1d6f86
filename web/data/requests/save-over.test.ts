import { currentIn, RequestRefused } from './failures.ts'
import { saveOver } from './save-over.ts'
import { updateGroup, type UserGroup } from '#contract/people/groups'
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

/** Saves to a server that already has another version, and a newer one on each further request. */
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
      if (version !== current.version) throw new RequestRefused(409, 'Too late.', {}, { current })
      return 'saved'
    },
    currentIn: error => currentIn(updateGroup, error),
  })
  return { saved, sent }
}

test('saves a change to the current version', async () => {
  const { saved, sent } = save([opened], { name: 'Team' })
  expect(await saved).toBe('saved')
  expect(sent).toEqual([{ name: 'Team', policies: 2, version: 3 }])
})

test('does not overwrite a newer version that changed the same field', async () => {
  const { saved, sent } = save([{ ...opened, name: 'Staff', version: 4 }], { name: 'Team' })
  await expect(saved).rejects.toThrow('Too late.')
  expect(sent).toHaveLength(1)
})

test('keeps what someone else changed in the meantime', async () => {
  const { saved, sent } = save([{ ...opened, policies: 1, version: 7 }], { name: 'Team' })
  expect(await saved).toBe('saved')
  expect(sent.at(-1)).toEqual({ name: 'Team', policies: 1, version: 7 })
})

test('keeps the changes of several people, one after the other', async () => {
  const second = { ...opened, policies: 1, version: 4 }
  const third = { ...opened, policies: 5, version: 5 }
  const { saved, sent } = save([second, third, third], { name: 'Team' })
  expect(await saved).toBe('saved')
  expect(sent.at(-1)).toEqual({ name: 'Team', policies: 5, version: 5 })
})

test('overwrites a newer version that differs in nothing the form shows', async () => {
  const { saved, sent } = save([{ ...opened, users: 2, version: 7 }], { name: 'Team' })
  expect(await saved).toBe('saved')
  expect(sent).toHaveLength(2)
})

test('overwrites a newer version that equals the form', async () => {
  expect(await save([{ ...opened, name: 'Team', version: 4 }], { name: 'Team' }).saved).toBe('saved')
})

test('passes any other rejection on', () => {
  const answer = { current: opened }
  expect(currentIn(updateGroup, new RequestRefused(409, 'Too late.', {}, answer))).toEqual(opened)
  expect(currentIn(updateGroup, new RequestRefused(409, 'It is still being done.', {}))).toBeUndefined()
  expect(currentIn(updateGroup, new RequestRefused(400, 'No.', {}, answer))).toBeUndefined()
  expect(currentIn(updateGroup, new Error('No.'))).toBeUndefined()
})
