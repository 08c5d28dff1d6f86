import { modelColor, tropicalModels } from './models.ts'
import { expect, test } from 'vitest'

test('every model has a colour of its own, and none shares that of a model that is not known', () => {
  const colors = [...tropicalModels.map(({ model }) => modelColor(model)), modelColor('A new one')]
  expect(new Set(colors.map(String)).size).toBe(tropicalModels.length + 1)
})
