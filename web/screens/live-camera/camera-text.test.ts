import { credentialsOf, cameraDraftOf, cameraProblems } from './camera-text.ts'
import type { Camera } from '#contract/devices/cameras'
import { describe, expect, test } from 'vitest'

const saved: Camera = {
  id: 1,
  name: 'Gate',
  customerId: 1,
  customerName: 'Demo',
  kind: 'rtsp',
  address: 'rtsp://cam.test/1',
  userName: 'viewer',
  hasPassword: true,
  version: 1,
}
const draft = cameraDraftOf(saved)

describe('credentials', () => {
  test('stay unchanged unless new ones are typed', () => {
    expect(credentialsOf(draft, saved)).toBeUndefined()
    expect(credentialsOf({ ...draft, password: 'new' }, saved)).toEqual({
      userName: 'viewer',
      password: 'new',
    })
  })

  test('are removed with the user name', () => {
    expect(credentialsOf({ ...draft, userName: '' }, saved)).toBeNull()
    expect(credentialsOf(cameraDraftOf(null), null)).toBeNull()
  })

  test('require the password for another user', () => {
    expect(cameraProblems({ ...draft, userName: 'other' }, saved)).toEqual({ Credentials: ['is required'] })
    expect(cameraProblems(draft, saved)).toEqual({})
  })
})

test('requires a name and an address for a new camera', () => {
  expect(cameraProblems(cameraDraftOf(null), null)).toEqual({
    Name: ['is required'],
    Address: ['is required'],
  })
})
