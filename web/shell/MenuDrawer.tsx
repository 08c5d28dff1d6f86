import classes from './MenuDrawer.module.css'
import { useEffect, useRef, type ReactNode } from 'react'

interface MenuDrawerProps {
  open: boolean
  onClose: () => void
  children: ReactNode
}

/** The sidebar on small screens. The native dialog traps the focus and closes on Escape. */
export function MenuDrawer({ open, onClose, children }: MenuDrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    element.showModal()
    // A click outside the drawer hits the dialog element itself, because its content fills it.
    const closeBeside = (event: MouseEvent) => event.target === element && element.close()
    element.addEventListener('click', closeBeside)
    return () => {
      element.removeEventListener('click', closeBeside)
      element.close()
    }
  }, [open])
  return (
    <dialog ref={dialog} className={classes.drawer} aria-label="Menu" onClose={onClose}>
      {open && <div className={classes.content}>{children}</div>}
    </dialog>
  )
}
