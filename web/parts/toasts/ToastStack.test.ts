import { toastTime } from './ToastStack.tsx'
import { expect, test } from 'vitest'

test.each([
  ['', 3000],
  ['Saved', 3000],
  ['x'.repeat(37), 3000],
  ['x'.repeat(38), 3040],
  ['x'.repeat(100), 8000],
])('%j stays for %i ms', (header, ms) => expect(toastTime(header)).toBe(ms))
