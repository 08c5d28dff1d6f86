import { emptyPaDraft, paProblems, repeatChoices, repeatCountOf, sendFailure } from './pa-draft.ts'
import type { PaUnit } from '#contract/devices/public-address'
import { RequestRefused, Unreachable } from '#web/data/requests/failures.ts'
import { expect, test } from 'vitest'

const unit = (id: number, defaultPlayCount: number): PaUnit => ({
  id,
  name: `PA ${id}`,
  ipAddress: '10.0.0.1',
  defaultPlayCount,
  isOnline: true,
})
const units = [unit(1, 1), unit(2, 3), unit(3, 2)]

test('allows repeats from the chosen units’ highest default up to 5', () => {
  expect(repeatChoices(units, [])).toEqual([1, 2, 3, 4, 5])
  expect(repeatChoices(units, [1, 3])).toEqual([2, 3, 4, 5])
  expect(repeatChoices(units, [1, 2, 3])).toEqual([3, 4, 5])
  expect(repeatChoices([unit(4, 9)], [4])).toEqual([5])
})

test('raises a count that a newly chosen unit does not allow', () => {
  expect(repeatCountOf({ ...emptyPaDraft, unitIds: [1] }, units)).toBe(1)
  expect(repeatCountOf({ ...emptyPaDraft, unitIds: [1, 2] }, units)).toBe(3)
  expect(repeatCountOf({ ...emptyPaDraft, unitIds: [1, 2], repeatCount: 4 }, units)).toBe(4)
})

test('requires a unit and a text of at most 350 characters', () => {
  expect(Object.keys(paProblems(emptyPaDraft))).toEqual(['PAList', 'Message'])
  expect(paProblems({ ...emptyPaDraft, unitIds: [1], message: 'Go inside.' })).toEqual({})
  expect(paProblems({ ...emptyPaDraft, unitIds: [1], message: 'a'.repeat(351) })).toEqual({
    Message: ['must have at most 350 characters'],
  })
})

test('shows the server’s own error, otherwise the specification’s text', () => {
  const refused = new RequestRefused(502, 'x', {
    ServerErrors: ['Nothing was announced. The unit did not respond.'],
  })
  expect(sendFailure(refused)).toEqual({ header: 'Nothing was announced. The unit did not respond.' })
  expect(
    sendFailure(new RequestRefused(400, 'x', { PAList: ['includes a unit that is not yours'] })),
  ).toEqual({
    header: 'Failed To Send Message',
    text: 'Check the fields that are marked.',
  })
  expect(sendFailure(new Unreachable('x')).header).toBe('Failed To Send Message')
})
