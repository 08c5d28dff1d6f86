import classes from './BarMenu.module.css'
import { useBarPopup } from './use-bar-popup.ts'
import { useEffect, useId, type KeyboardEvent, type ReactNode } from 'react'

interface BarMenuProps {
  /** The button's content and accessible name. */
  button: ReactNode
  label: string
  className?: string | undefined
  /** Read-only content above the choices. */
  head?: ReactNode
  children: ReactNode
}

function choicesIn(root: HTMLElement | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
}

/**
 * A menu below a top-bar button, following the ARIA menu button pattern. The kit's menu would add its whole
 * positioning engine (35 kB) to the first load for two menus that always open in the same corner.
 */
export function BarMenu({ button, label, className, head, children }: BarMenuProps) {
  const { open, setOpen, root, opener, close } = useBarPopup()
  const id = useId()

  useEffect(() => {
    if (open) choicesIn(root.current)[0]?.focus()
  }, [open, root])

  function onMenuKey(event: KeyboardEvent) {
    const all = choicesIn(root.current)
    const now = all.indexOf(document.activeElement as HTMLElement)
    const target = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: all.length - 1 }[event.key]
    if (target !== undefined) {
      event.preventDefault()
      all.at(target % all.length)?.focus()
    } else if (event.key === 'Tab') setOpen(false)
  }

  return (
    <div ref={root} className={classes.root}>
      <button
        ref={opener}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {button}
      </button>
      {open && (
        <div className={classes.dropdown}>
          {head}
          <div id={id} role="menu" tabIndex={-1} aria-label={label} onKeyDown={onMenuKey} onClick={close}>
            {children}
          </div>
        </div>
      )}
    </div>
  )
}
