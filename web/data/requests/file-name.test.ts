import { fileNameIn } from './file-name.ts'
import { expect, test } from 'vitest'

test.each([
  [
    `attachment; filename="Delay 1 Z_rich.csv"; filename*=UTF-8''Delay%201%20Z%C3%BCrich.csv`,
    'Delay 1 Zürich.csv',
  ],
  ['attachment; filename="Delay 1.csv"', 'Delay 1.csv'],
  [`attachment; filename="Delay 1.csv"; filename*=UTF-8''Delay%2`, 'Delay 1.csv'],
  ['attachment', undefined],
  [null, undefined],
])('%j names %j', (disposition, name) => expect(fileNameIn(disposition)).toBe(name))
