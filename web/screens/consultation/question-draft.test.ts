import { failureText, firstDraft, otherChoices, questionOf } from './question-draft.ts'
import { expect, test } from 'vitest'

const draft = {
  ...firstDraft({ email: 'ann@example.test', phoneNumber: '405 555 0100' }),
  message: 'Rain?',
  others: ['ben@example.test'],
}

test('requires an address for a reply by email, and allows copies', () => {
  expect(questionOf(draft)).toEqual({
    message: 'Rain?',
    preferredContact: 'email',
    email: 'ann@example.test',
    phone: null,
    ccdEmails: ['ben@example.test'],
  })
})

test.each(['phone', 'text'] as const)('requires a number for a reply by %s, and sends nothing else', way => {
  expect(questionOf({ ...draft, preferredContact: way })).toEqual({
    message: 'Rain?',
    preferredContact: way,
    email: null,
    phone: '405 555 0100',
    ccdEmails: [],
  })
})

test('sends an empty field as null', () => {
  expect(questionOf({ ...draft, email: ' ' }).email).toBeNull()
  expect(questionOf({ ...draft, preferredContact: 'phone', phone: '' }).phone).toBeNull()
})

test('lists others with their addresses, except the asker and people without one', () => {
  const people = [
    { fullName: 'Ann', email: 'ann@example.test' },
    { fullName: 'Ben', email: 'ben@example.test' },
    { fullName: 'Cy', email: null },
  ]
  expect(otherChoices(people, 'ann@example.test')).toEqual([
    { value: 'ben@example.test', label: 'Ben (ben@example.test)' },
  ])
})

test('names a contact in a failure', () => {
  expect(failureText('help@example.org')).toBe(
    'There was a problem sending your question. Please contact help@example.org for assistance.',
  )
  expect(failureText(null)).toContain('Please contact your administrator for assistance.')
})
