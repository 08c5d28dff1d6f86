import { formatChoices, parseChoices, type Choices } from './choices.ts'
import { useRemembered } from '#web/parts/browser/use-remembered.ts'

export type Choose = (change: Partial<Choices>) => void

/** Returns the choices made for this wall, stored on this device. */
export function useChoices(): readonly [Choices, Choose] {
  const [choices, remember] = useRemembered('skywarden:broadcast', parseChoices, formatChoices)
  return [choices, change => remember({ ...choices, ...change })]
}
