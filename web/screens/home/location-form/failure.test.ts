import { locationDraftOf } from './draft.ts'
import { locationErrorsLeft, locationErrorUnder, locationSaveFailure } from './failure.ts'
import { customLocation, type FormSubject } from './subject.ts'
import { RequestRefused, Unreachable } from '#web/data/requests/failures.ts'
import { typeCoordinate } from '#web/forms/place/place-draft.ts'
import { expect, test } from 'vitest'

const edit = { kind: 'edit' } as FormSubject

test('shows the server’s first error as the toast', () => {
  const error = new RequestRefused(400, 'No.', {
    ServerErrors: ['The limit is 500 locations.', 'Another'],
  })
  expect(locationSaveFailure(error, edit)).toEqual({ header: 'The limit is 500 locations.' })
})

test('otherwise shows what failed and where to look', () => {
  const fields = new RequestRefused(400, 'Please check what you entered.', { Label: ['is required'] })
  expect(locationSaveFailure(fields, edit)).toEqual({
    header: 'Error updating location',
    text: 'Check the fields that are marked.',
  })
  expect(locationSaveFailure(new Unreachable('gone'), customLocation)).toEqual({
    header: 'Error adding location',
    text: 'The server did not respond. Check your connection and try again.',
  })
  expect(locationSaveFailure(new RequestRefused(404, 'This location was not found.', {}), edit).text).toBe(
    'This location was not found.',
  )
})

test('shows an error below its field until the field changes', () => {
  const errors = { Label: ['is required'], Latitude: ['must be from -90 to 90'], Radius2: ['needs zone 1'] }
  expect(locationErrorUnder(errors, 'Label')).toBe('Location Name is required')
  expect(locationErrorUnder(errors, 'Radius2')).toBe('Zone 2 needs zone 1')
  const draft = locationDraftOf(customLocation)
  expect(locationErrorsLeft(errors, draft, draft)).toEqual(errors)
  const moved = typeCoordinate({ ...draft, label: 'Gate' }, 'latitude', '35')
  expect(Object.keys(locationErrorsLeft(errors, draft, moved))).toEqual(['Radius2'])
})
