import { modelColor, tropicalModels } from './models.ts'
import { expect, test } from 'vitest'

test('gives every model its own color, different from that of unknown models', () => {
  const colors = [...tropicalModels.map(({ model }) => modelColor(model)), modelColor('A new one')]
  expect(new Set(colors.map(String)).size).toBe(tropicalModels.length + 1)
})
