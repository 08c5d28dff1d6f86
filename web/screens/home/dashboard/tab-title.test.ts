import { tabTitle } from './tab-title.ts'
import type { ShownRing } from '#domain/lightning/shown'
import { expect, test } from 'vitest'

test.each<[ShownRing, string]>([
  [{ show: 'Delay', remainingMs: 29 * 60_000 + 48_000, stale: false }, '⚡ 29:48 Norman Stadium'],
  [{ show: 'Checking' }, '? Norman Stadium'],
  [{ show: 'Unknown', because: 'No feed' }, '? Norman Stadium'],
  [{ show: 'AllClear' }, 'Norman Stadium · Skywarden'],
])('titles %j %s', (worst, title) => expect(tabTitle('Norman Stadium', { worst })).toBe(title))
