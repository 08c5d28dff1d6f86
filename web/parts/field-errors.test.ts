import { errorOf, errorsBeside } from './field-errors.ts'
import { expect, test } from 'vitest'

const errors = { PhoneNumber: ['must be a phone number'], ServerErrors: ['Try later.'], Email: [] }

test('a fault is told of its field', () => {
  expect(errorOf(errors, 'PhoneNumber', 'Phone')).toBe('Phone must be a phone number')
})

test('a whole sentence stands as it is', () => {
  expect(errorOf({ email: ['Email is taken.'] }, 'Email', 'Email')).toBe('Email is taken.')
})

test('a field without a fault shows none', () => {
  expect(errorOf(errors, 'Email', 'Email')).toBeUndefined()
  expect(errorOf(errors, 'LastName', 'Last Name')).toBeUndefined()
})

test('what belongs to no field is not lost', () => {
  expect(errorsBeside(errors, ['phoneNumber', 'Email'])).toEqual(['Try later.'])
})
