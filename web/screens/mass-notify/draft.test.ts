import { counterOf, draftAgain, draftErrors, emptyMassMessageDraft, needsConfirmation } from './draft.ts'
import { expect, test } from 'vitest'

test.each([
  [0, '500 characters left', 'quiet'],
  [399, '101 characters left', 'quiet'],
  [400, '100 characters left', 'warning'],
  [479, '21 characters left', 'warning'],
  [480, '20 characters left', 'error'],
  [500, '0 characters left', 'error'],
  [503, '-3 characters left', 'error'],
])('%i characters: %s, %s', (length, text, tone) =>
  expect(counterOf('x'.repeat(length))).toEqual({ text, tone }),
)

test('requires a recipient and a text', () => {
  expect(Object.keys(draftErrors(emptyMassMessageDraft))).toEqual(['Recipients', 'Message'])
  expect(Object.keys(draftErrors({ ...emptyMassMessageDraft, recipients: ['1'], message: ' \n' }))).toEqual([
    'Message',
  ])
  expect(
    Object.keys(draftErrors({ ...emptyMassMessageDraft, recipients: ['1'], message: 'x'.repeat(501) })),
  ).toEqual(['Message'])
  expect(draftErrors({ ...emptyMassMessageDraft, recipients: ['1'], message: 'x'.repeat(500) })).toEqual({})
})

test('requires confirmation for more than 100 people', () => {
  expect([100, 101].map(needsConfirmation)).toEqual([false, true])
})

test('reuses a message for the recipients who still exist', () => {
  const sent = { recipients: ['1', '2', 'a'], message: 'Closed', channel: 1 as const }
  expect(draftAgain(sent, new Set(['1', 'a']))).toEqual({
    draft: { recipients: ['1', 'a'], message: 'Closed', channel: 1, expiresMinutes: 60 },
    gone: 1,
  })
})
