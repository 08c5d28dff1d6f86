import { createGlance } from './glance.ts'
import { expect, it } from 'vitest'

it('sees the same until it looks again, however slowly a page is drawn', () => {
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

it('gives back the same object for as long as it says the same', () => {
  const view = () => ({ show: 'Delay', rings: [1, 2] })
  const glance = createGlance<unknown>()
  const first = glance.at(view)
  glance.lookAgain()
  expect(glance.at(view)).toBe(first)
})

it('looks at once with other eyes: another place is not shown as the last one', () => {
  const glance = createGlance<string>()
  expect(glance.at(() => 'Norman')).toBe('Norman')
  expect(glance.at(() => 'Buffalo')).toBe('Buffalo')
})
