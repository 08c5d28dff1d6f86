import classes from './Controls.module.css'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface MapButtonProps {
  label: string
  /** Said to whoever points at it, where the label alone would not do. */
  hint?: string
  icon: Icon
  /** Of one that stays pressed, or that unfolds something. */
  isPressed?: boolean
  isExpanded?: boolean
  onClick: () => void
}

export function MapButton(props: MapButtonProps) {
  const { label, hint = label, icon: ButtonIcon, isPressed, isExpanded, onClick } = props
  return (
    <button
      type="button"
      aria-label={label}
      title={hint}
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      onClick={onClick}
    >
      <ButtonIcon size={18} aria-hidden />
    </button>
  )
}

/** Buttons one below the other. Whoever puts them on a map says where. */
export function MapButtonStack({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.stack} role="group" aria-label={label}>
      {children}
    </div>
  )
}
