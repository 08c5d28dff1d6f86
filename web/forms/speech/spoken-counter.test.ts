import { isTooLong, spokenCounter } from './spoken-counter.ts'
import { expect, test } from 'vitest'

const counted = (length: number) => spokenCounter('a'.repeat(length))

test('warns under 100 characters left and shows an error under 20', () => {
  expect(counted(0)).toEqual({ text: '350 characters left', tone: 'quiet' })
  expect(counted(250).tone).toBe('quiet')
  expect(counted(251)).toEqual({ text: '99 characters left', tone: 'warning' })
  expect(counted(330).tone).toBe('warning')
  expect(counted(331)).toEqual({ text: '19 characters left', tone: 'error' })
})

test('allows 350 characters and no more', () => {
  expect(isTooLong('a'.repeat(350))).toBe(false)
  expect(isTooLong('a'.repeat(351))).toBe(true)
  expect(counted(351).text).toBe('-1 characters left')
})
