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
] as const)('for option %j and permission to speak %s, opens %j', (option, maySpeak, dialog) => {
  expect(askedDialog(option, { maySpeak })).toBe(dialog)
})
