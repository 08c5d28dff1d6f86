import { errorOf, errorsBeside, errorWithin } from './field-errors.ts'
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

test('a fault inside a field is told at the field, once', () => {
  const inside = {
    'Filters.HardwareIds[0]': ['is not a station'],
    'Filters.HardwareIds[4]': ['is not a station'],
  }
  expect(errorWithin(inside, 'Filters.HardwareIds', 'Stations')).toBe('Stations is not a station')
  expect(errorWithin({ 'Filters.HardwareIdsToo': ['no'] }, 'Filters.HardwareIds', 'Stations')).toBeUndefined()
  expect(errorWithin({ 'TimeFilter.EndDate': ['Too late.'] }, 'TimeFilter', 'Dates')).toBe('Too late.')
})
