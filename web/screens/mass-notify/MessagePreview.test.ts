import { finishInWords } from './MessagePreview.tsx'
import { expect, test } from 'vitest'

test.each([
  [0, 'within seconds'],
  [10, 'within seconds'],
  [11, 'in about 20 seconds'],
  [59, 'in about 60 seconds'],
  [60, 'in about 1 minute'],
  [150, 'in about 3 minutes'],
  [5399, 'in about 90 minutes'],
  [5400, 'in about 2 hours'],
])('%i seconds: %s', (seconds, words) => expect(finishInWords(seconds)).toBe(words))
