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
  policies: 0,
  alertTimes: [],
  version: 3,
}

/** A server that has another version by now. */
function save(current: UserGroup, name: string) {
  const versions: number[] = []
  const saved = saveOver({
    base: opened,
    send: async version => {
      versions.push(version)
      if (version !== current.version) throw new Refused(409, 'Too late.', {}, { current })
      return `saved ${name}`
    },
    currentIn: error => currentIn(updateGroup, error),
    isNews: (now, base) => now.name !== base.name && now.name !== name,
  })
  return { saved, versions }
}

test('a change of the present version is saved', async () => {
  const { saved, versions } = save(opened, 'Team')
  expect(await saved).toBe('saved Team')
  expect(versions).toEqual([3])
})

test('a newer version that says something else is not overwritten', async () => {
  const { saved, versions } = save({ ...opened, name: 'Staff', version: 4 }, 'Team')
  await expect(saved).rejects.toThrow('Too late.')
  expect(versions).toEqual([3])
})

test('a newer version in which nothing differs that the form shows is saved over', async () => {
  const { saved, versions } = save({ ...opened, users: 2, version: 7 }, 'Team')
  expect(await saved).toBe('saved Team')
  expect(versions).toEqual([3, 7])
})

test('a newer version that says what the form says is saved over', async () => {
  expect(await save({ ...opened, name: 'Team', version: 4 }, 'Team').saved).toBe('saved Team')
})

test('any other refusal is not about versions', () => {
  const answer = { current: opened }
  expect(currentIn(updateGroup, new Refused(409, 'Too late.', {}, answer))).toEqual(opened)
  expect(currentIn(updateGroup, new Refused(409, 'It is still being done.', {}))).toBeUndefined()
  expect(currentIn(updateGroup, new Refused(400, 'No.', {}, answer))).toBeUndefined()
  expect(currentIn(updateGroup, new Error('No.'))).toBeUndefined()
})
