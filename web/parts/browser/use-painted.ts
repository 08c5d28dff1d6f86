import { startTransition, useEffect, useState } from 'react'

/**
 * Whether a part has been painted once. Expensive content waits for this, so that a person who clicked a button
 * immediately sees something open.
 */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // The frame callback runs before the paint; a task queued from it runs after.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(true)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isPainted
}
