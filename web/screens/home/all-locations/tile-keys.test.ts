import { tileAfter } from './tile-keys.ts'
import { expect, test } from 'vitest'

/** Tiles in rows of three, three and two. */
const tops = [0, 0, 0, 90, 90, 90, 180, 180]

test.each([
  ['ArrowRight', 2, 3],
  ['ArrowRight', 7, undefined],
  ['ArrowLeft', 3, 2],
  ['ArrowLeft', 0, undefined],
  ['ArrowDown', 1, 4],
  ['ArrowDown', 5, 7],
  ['ArrowDown', 7, undefined],
  ['ArrowUp', 7, 4],
  ['ArrowUp', 1, undefined],
  ['Home', 5, 0],
  ['End', 5, 7],
  ['a', 5, undefined],
])('%s leads from %d to %j', (key, from, to) => expect(tileAfter(key, from, tops)).toBe(to))
