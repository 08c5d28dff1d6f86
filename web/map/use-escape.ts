import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Hears Escape inside an element while it is listened for; then nothing around it does. */
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
