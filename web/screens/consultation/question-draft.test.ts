import { failureText, firstDraft, otherChoices, questionOf } from './question-draft.ts'
import { expect, test } from 'vitest'

const draft = {
  ...firstDraft({ email: 'ann@example.test', phoneNumber: '405 555 0100' }),
  message: 'Rain?',
  others: ['ben@example.test'],
}

test('an answer by e-mail needs an address, and may be copied', () => {
  expect(questionOf(draft)).toEqual({
    message: 'Rain?',
    preferredContact: 'email',
    email: 'ann@example.test',
    phone: null,
    ccdEmails: ['ben@example.test'],
  })
})

test.each(['phone', 'text'] as const)('an answer by %s needs a number, and nothing else is told', way => {
  expect(questionOf({ ...draft, preferredContact: way })).toEqual({
    message: 'Rain?',
    preferredContact: way,
    email: null,
    phone: '405 555 0100',
    ccdEmails: [],
  })
})

test('an empty field is sent as nothing', () => {
  expect(questionOf({ ...draft, email: ' ' }).email).toBeNull()
  expect(questionOf({ ...draft, preferredContact: 'phone', phone: '' }).phone).toBeNull()
})

test('others are named with their addresses; who has none, or asks, is not among them', () => {
  const people = [
    { fullName: 'Ann', email: 'ann@example.test' },
    { fullName: 'Ben', email: 'ben@example.test' },
    { fullName: 'Cy', email: null },
  ]
  expect(otherChoices(people, 'ann@example.test')).toEqual([
    { value: 'ben@example.test', label: 'Ben (ben@example.test)' },
  ])
})

test('a failure names whom to turn to', () => {
  expect(failureText('help@example.org')).toBe(
    'There was a problem sending your question. Please contact help@example.org for assistance.',
  )
  expect(failureText(null)).toContain('Please contact your administrator for assistance.')
})
