import { onTick } from './ticker.ts'
import { useEffect, useState } from 'react'

/** Renders repeatedly, since a lease expires without any event. */
export function useLook(): void {
  const [, look] = useState(0)
  useEffect(() => onTick(() => look(count => count + 1)), [])
}
