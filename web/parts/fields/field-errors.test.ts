import { errorOf, errorsBeside, errorWithin } from './field-errors.ts'
import { expect, test } from 'vitest'

const errors = { PhoneNumber: ['must be a phone number'], ServerErrors: ['Try later.'], Email: [] }

test('puts the field’s name before an error', () => {
  expect(errorOf(errors, 'PhoneNumber', 'Phone')).toBe('Phone must be a phone number')
})

test('leaves a whole sentence as it is', () => {
  expect(errorOf({ email: ['Email is taken.'] }, 'Email', 'Email')).toBe('Email is taken.')
})

test('shows no error for a valid field', () => {
  expect(errorOf(errors, 'Email', 'Email')).toBeUndefined()
  expect(errorOf(errors, 'LastName', 'Last Name')).toBeUndefined()
})

test('keeps errors that belong to no field', () => {
  expect(errorsBeside(errors, ['phoneNumber', 'Email'])).toEqual(['Try later.'])
})

test('shows an error inside a field at that field, once', () => {
  const inside = {
    'Filters.HardwareIds[0]': ['is not a station'],
    'Filters.HardwareIds[4]': ['is not a station'],
  }
  expect(errorWithin(inside, 'Filters.HardwareIds', 'Stations')).toBe('Stations is not a station')
  expect(errorWithin({ 'Filters.HardwareIdsToo': ['no'] }, 'Filters.HardwareIds', 'Stations')).toBeUndefined()
  expect(errorWithin({ 'TimeFilter.EndDate': ['Too late.'] }, 'TimeFilter', 'Dates')).toBe('Too late.')
})
