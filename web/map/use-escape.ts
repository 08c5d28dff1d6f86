import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Handles Escape inside an element while active, and stops it from reaching anything around it. */
export function useEscape(inside: RefObject<HTMLElement | null>, isActive: boolean, onEscape: () => void) {
  const escape = useEffectEvent(onEscape)
  useEffect(() => {
    const element = isActive ? inside.current : null
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      escape()
    }
    element?.addEventListener('keydown', onKey)
    return () => element?.removeEventListener('keydown', onKey)
  }, [inside, isActive])
}
