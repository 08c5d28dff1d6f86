import { requestFailure } from './request-failure.ts'
import { RequestRefused, Unreachable } from '#web/data/requests/failures.ts'
import { expect, test } from 'vitest'

const header = 'Error requesting data.'

test('only points to errors marked at a field', () => {
  const error = new RequestRefused(400, 'Bad.', { 'Filters.HardwareIds[2]': ['is not a station'] })
  expect(requestFailure(error)).toEqual({ header, text: 'Check the fields that are marked.' })
})

test('shows errors that belong to no field', () => {
  const error = new RequestRefused(400, 'Bad.', {
    'Filters.TimeFilter': ['The range is too long.'],
    Name: ['is taken'],
  })
  expect(requestFailure(error)).toEqual({ header, text: 'The range is too long.' })
})

test('reports a missing response', () => {
  expect(requestFailure(new Unreachable('x')).text).toMatch(/^The server did not respond/)
})
