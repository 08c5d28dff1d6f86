import { draftOf } from './draft.ts'
import { errorsLeft, errorUnder, saveFailure } from './failure.ts'
import { customLocation, type Subject } from './subject.ts'
import { Refused, Unreachable } from '#web/data/requests/failures.ts'
import { typeCoordinate } from '#web/forms/place/place-draft.ts'
import { expect, test } from 'vitest'

const edit = { kind: 'edit' } as Subject

test('shows the server’s first error as the toast', () => {
  const error = new Refused(400, 'No.', { ServerErrors: ['There can be at most 500 locations.', 'Another'] })
  expect(saveFailure(error, edit)).toEqual({ header: 'There can be at most 500 locations.' })
})

test('otherwise shows what failed and where to look', () => {
  const fields = new Refused(400, 'Please check what you entered.', { Label: ['is required'] })
  expect(saveFailure(fields, edit)).toEqual({
    header: 'Error updating location',
    text: 'Check the fields that are marked.',
  })
  expect(saveFailure(new Unreachable('gone'), customLocation)).toEqual({
    header: 'Error adding location',
    text: 'The server did not respond. Check your connection and try again.',
  })
  expect(saveFailure(new Refused(404, 'This location was not found.', {}), edit).text).toBe(
    'This location was not found.',
  )
})

test('shows an error below its field until the field changes', () => {
  const errors = { Label: ['is required'], Latitude: ['must be from -90 to 90'], Radius2: ['needs zone 1'] }
  expect(errorUnder(errors, 'Label')).toBe('Location Name is required')
  expect(errorUnder(errors, 'Radius2')).toBe('Zone 2 needs zone 1')
  const draft = draftOf(customLocation)
  expect(errorsLeft(errors, draft, draft)).toEqual(errors)
  const moved = typeCoordinate({ ...draft, label: 'Gate' }, 'latitude', '35')
  expect(Object.keys(errorsLeft(errors, draft, moved))).toEqual(['Radius2'])
})
