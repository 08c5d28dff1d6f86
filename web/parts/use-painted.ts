import { startTransition, useEffect, useState } from 'react'

/**
 * Whether a part has been on the screen once. What is much work to draw waits for it: whoever pressed the button sees at
 * once that something opens.
 */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // The frame comes before its paint, and what is done right after it comes after.
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
