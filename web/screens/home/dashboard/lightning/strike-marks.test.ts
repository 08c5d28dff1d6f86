import { ringReach } from './ring-scale.ts'
import { strikeMarks } from './strike-marks.ts'
import type { SeenStrike } from './strikes.ts'
import { describe, expect, test } from 'vitest'

function strike(x: number, y: number, age: SeenStrike['age']): SeenStrike {
  const miles = Math.hypot(x, y)
  return { key: `${x} ${y}`, miles, countedMiles: miles, x, y, age, direction: null, timeMs: 0 }
}

describe('strike marks in the ring picture', () => {
  const strikes = [strike(0, 0, 'old'), strike(10, 0, 'old'), strike(0, 5, 'new')]

  test('are drawn for one age only, to scale', () => {
    expect(strikeMarks(strikes, 'old', 10)).toBe(
      `M-1.5 -1.5h3v3h-3zM${(ringReach - 1.5).toFixed(1)} -1.5h3v3h-3z`,
    )
    expect(strikeMarks(strikes, 'new', 10).startsWith(`M1.0 ${(ringReach / 2 - 5.5).toFixed(1)}`)).toBe(true)
  })

  test('are empty without strikes of that age', () => {
    expect(strikeMarks(strikes, 'recent', 10)).toBe('')
  })
})
