import { askedDialog } from './dialog-option.ts'
import { expect, test } from 'vitest'

test.each([
  [null, true, null],
  ['', true, null],
  ['pa', true, 'pa'],
  ['PA', true, 'pa'],
  ['pa', false, 'unknown'],
  ['sirens', true, 'unknown'],
  ['sirens', false, 'unknown'],
] as const)('the option %j, where speaking is allowed: %s, opens %j', (option, maySpeak, dialog) => {
  expect(askedDialog(option, { maySpeak })).toBe(dialog)
})
