import { onTick } from './ticker.ts'
import { useEffect, useState } from 'react'

/** Looks again and again, since a lease runs out without anything happening. */
export function useLook(): void {
  const [, look] = useState(0)
  useEffect(() => onTick(() => look(count => count + 1)), [])
}
