import classes from './Range.module.css'
import type { CSSProperties } from 'react'

interface RangeProps {
  label: string
  min: number
  max: number
  step: number
  value: number
  /** The value as screen readers read it. */
  valueText: string
  disabled?: boolean
  isInvalid?: boolean
  describedBy?: string | undefined
  onChange: (value: number) => void
}

/** The browser's own slider, which works with every keyboard, touch screen and screen reader, in our colors. */
export function Range({
  label,
  min,
  max,
  step,
  value,
  valueText,
  disabled = false,
  isInvalid = false,
  describedBy,
  onChange,
}: RangeProps) {
  const share = (Math.min(Math.max(value, min), max) - min) / (max - min)
  return (
    <input
      type="range"
      className={classes.range}
      aria-label={label}
      aria-valuetext={valueText}
      aria-describedby={describedBy}
      aria-invalid={isInvalid || undefined}
      min={min}
      max={max}
      step={step}
      value={value}
      disabled={disabled}
      onChange={event => onChange(event.currentTarget.valueAsNumber)}
      style={{ '--least': min, '--most': max, '--share': share } as CSSProperties}
    />
  )
}
