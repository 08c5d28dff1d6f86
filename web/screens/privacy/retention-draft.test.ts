import { choicesOf, deletesSooner, faultsOf, retentionDraftOf, usualInWords } from './retention-draft.ts'
import { usualChoices } from '#domain/privacy/retention'
import { expect, test } from 'vitest'

test('an empty field is the usual time', () => {
  const draft = retentionDraftOf(usualChoices)
  expect(draft.signIns).toBe('')
  expect(choicesOf({ ...draft, alerts: ' 45 ' })).toEqual({ ...usualChoices, alerts: 45 })
})

test('says what is wrong, field by field', () => {
  const draft = retentionDraftOf(usualChoices)
  expect(faultsOf(draft)).toEqual({})
  expect(faultsOf({ ...draft, alerts: '7', signIns: 'a month' })).toEqual({
    alerts: 'is at least 30 days',
    signIns: 'is not a whole number of days',
  })
})

test('detects when something is deleted sooner than before', () => {
  const chosen = { ...usualChoices, questions: 100 }
  expect(deletesSooner(usualChoices, chosen)).toBe(true)
  expect(deletesSooner(chosen, usualChoices)).toBe(false)
  expect(deletesSooner(chosen, { ...chosen, questions: 200 })).toBe(false)
  expect(deletesSooner(chosen, { ...chosen, signIns: 89 })).toBe(true)
})

test('names the usual time and the limits', () => {
  expect(usualInWords('signIns')).toBe('Usually 90 days. From 30 to 90.')
  expect(usualInWords('questions')).toBe('Usually without a limit. From 30 to 3650.')
})
