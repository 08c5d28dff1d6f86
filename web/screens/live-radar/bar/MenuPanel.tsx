import classes from './Bar.module.css'
import { useEscape } from '#web/map/use-escape.ts'
import type { PageAct, SideMenu } from '#web/screens/live-radar/page-state.ts'
import { useId, useRef, type Dispatch, type ReactNode } from 'react'

interface MenuPanelProps {
  menu: SideMenu
  open: SideMenu | null
  /** The name of the button and the panel. */
  label: string
  /** The button's content. */
  button: ReactNode
  act: Dispatch<PageAct>
  children: ReactNode
}

/** A button on the bar with its panel above it. The panel stays open while the map moves. */
export function MenuPanel({ menu, open, label, button, act, children }: MenuPanelProps) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const isOpen = open === menu
  const toggle = () => act({ kind: 'toggle-menu', menu })
  useEscape(root, isOpen, () => {
    toggle()
    opener.current?.focus()
  })
  return (
    <div ref={root} className={classes.menu}>
      <button
        ref={opener}
        type="button"
        className={classes.opener}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={toggle}
      >
        {button}
      </button>
      {isOpen && (
        <div id={id} className={classes.panel} role="group" aria-label={label}>
          <div className={classes.scroller}>{children}</div>
        </div>
      )}
    </div>
  )
}
