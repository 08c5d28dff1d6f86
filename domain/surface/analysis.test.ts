import { expect, test } from 'vitest'
import { soundAnalysis, type SurfaceAnalysis } from './analysis.ts'

const place = { latitude: 40, longitude: -90 }
const other = { latitude: 35, longitude: -95 }
const analysis: SurfaceAnalysis = {
  source: 'test',
  validMs: Date.UTC(2026, 10, 15, 12),
  centers: [{ kind: 'low', ...place, pressureMb: 1001 }],
  fronts: [{ kind: 'cold', strength: null, line: [place, other] }],
}
const nowhere = { latitude: 91, longitude: 0 }

test('leaves valid data unchanged', () => {
  expect(soundAnalysis(analysis)).toEqual(analysis)
})

test('drops a center without a position and removes an impossible pressure', () => {
  const centers = [
    { kind: 'high' as const, ...nowhere, pressureMb: 1020 },
    { kind: 'low' as const, ...place, pressureMb: 107 },
  ]
  expect(soundAnalysis({ ...analysis, centers }).centers).toEqual([
    { kind: 'low', ...place, pressureMb: null },
  ])
})

test('requires two points for a front', () => {
  const [front] = analysis.fronts
  if (!front) throw new Error('there is one')
  const fronts = [
    { ...front, line: [place, nowhere] },
    { ...front, line: [place, nowhere, other] },
  ]
  expect(soundAnalysis({ ...analysis, fronts }).fronts).toEqual([front])
})
