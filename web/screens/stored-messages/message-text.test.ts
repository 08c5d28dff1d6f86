import { messageFailure, messageProblems, messageSuccesses } from './message-text.ts'
import { RequestRefused, Unreachable } from '#web/data/requests/failures.ts'
import { expect, test } from 'vitest'

test('uses the specification’s texts', () => {
  expect(Object.values(messageSuccesses)).toEqual([
    'Successfully Added Stored Message',
    'Successfully Updated Stored Message',
    'Successfully Deleted Stored Message',
  ])
  expect(messageFailure(new Unreachable('x'), 'add').header).toBe('Failed To Add Message')
  expect(messageFailure(new Unreachable('x'), 'update').header).toBe('Failed To Update Message')
  expect(messageFailure(new RequestRefused(404, 'This message was not found.', {}), 'delete')).toEqual({
    header: 'Failed To Delete Message',
    text: 'This message was not found.',
  })
})

test('shows the server’s own error first, and does not repeat a marked field’s', () => {
  expect(messageFailure(new RequestRefused(400, 'x', { ServerErrors: ['No.'] }), 'add')).toEqual({
    header: 'No.',
  })
  const taken = new RequestRefused(400, 'x', { Title: ['is the title of another stored message'] })
  expect(messageFailure(taken, 'add').text).toBe('Check the fields that are marked.')
})

test('requires a title and a text of at most 350 characters', () => {
  expect(messageProblems({ title: ' ', message: '' })).toEqual({
    Title: ['is required'],
    Message: ['is required'],
  })
  expect(messageProblems({ title: 'Storm', message: 'a'.repeat(350) })).toEqual({})
  expect(messageProblems({ title: 'Storm', message: 'a'.repeat(351) })).toEqual({
    Message: ['must have at most 350 characters'],
  })
})
