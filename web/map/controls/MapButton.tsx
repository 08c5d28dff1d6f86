import classes from './Controls.module.css'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface MapButtonProps {
  label: string
  /** Shown on hover where the label alone is not enough. */
  hint?: string
  icon: Icon
  /** For a toggle. `isExpanded` is for a button that opens something. */
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

/** Buttons in a column. The caller positions them on the map. */
export function MapButtonStack({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.stack} role="group" aria-label={label}>
      {children}
    </div>
  )
}
