import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'

interface BarPopup {
  open: boolean
  setOpen: (open: boolean) => void
  /** Contains the button and its popup. A click anywhere else closes the popup, and so does Escape. */
  root: RefObject<HTMLDivElement | null>
  opener: RefObject<HTMLButtonElement | null>
  /** Closes the popup and returns the focus to its button. */
  close: () => void
}

/** Manages a popup below a top-bar button. */
export function useBarPopup(): BarPopup {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)

  const close = useCallback(() => {
    setOpen(false)
    opener.current?.focus()
  }, [])

  useEffect(() => {
    if (!open) return
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [open, close])

  return { open, setOpen, root, opener, close }
}
