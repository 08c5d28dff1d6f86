import { useEffect, useState } from 'react'

const signs = ['pointerdown', 'wheel', 'keydown'] as const

/** Returns whether there has been no pointer movement or key press for this long. */
export function useIsStill(afterMs: number): boolean {
  const [isStill, setStill] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let pointer = ''
    const stir = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setStill(true), afterMs)
      setStill(false)
    }
    // Browsers also report a move when only the page moved below a still pointer.
    const move = ({ screenX, screenY }: PointerEvent) => {
      const at = `${screenX} ${screenY}`
      if (at !== pointer) stir()
      pointer = at
    }
    stir()
    for (const sign of signs) window.addEventListener(sign, stir, { passive: true, capture: true })
    window.addEventListener('pointermove', move, { passive: true, capture: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signs) window.removeEventListener(sign, stir, { capture: true })
      window.removeEventListener('pointermove', move, { capture: true })
    }
  }, [afterMs])
  return isStill
}
