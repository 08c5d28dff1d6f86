import { createGlance } from './glance.ts'
import { expect, it } from 'vitest'

it('returns the same view until it looks again, however slowly a page renders', () => {
  let nowMs = 0
  const view = () => ({ remainingMs: --nowMs })
  const glance = createGlance<{ remainingMs: number }>()
  const first = glance.at(view)
  expect(glance.at(view)).toBe(first)
  glance.lookAgain()
  const second = glance.at(view)
  expect(second).toEqual({ remainingMs: -2 })
  expect(glance.at(view)).toBe(second)
})

it('returns the same object while the content is equal', () => {
  const view = () => ({ show: 'Delay', rings: [1, 2] })
  const glance = createGlance<unknown>()
  const first = glance.at(view)
  glance.lookAgain()
  expect(glance.at(view)).toBe(first)
})

it('looks again at once with another view function, so one place is never shown as another', () => {
  const glance = createGlance<string>()
  expect(glance.at(() => 'Norman')).toBe('Norman')
  expect(glance.at(() => 'Buffalo')).toBe('Buffalo')
})
