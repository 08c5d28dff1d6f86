import classes from './Segments.module.css'

interface SegmentsProps<Value extends string> {
  label: string
  choices: readonly (readonly [Value, string])[]
  chosen: Value
  onChoose: (value: Value) => void
  /** As wide as what it stands in. */
  isWide?: boolean
}

/** One of a few, side by side. Buttons and not radios: each press is one choice. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, choices, chosen, onChoose, isWide } = props
  return (
    <div className={classes.segments} data-wide={isWide || undefined} role="group" aria-label={label}>
      {choices.map(([value, text]) => (
        <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
          {text}
        </button>
      ))}
    </div>
  )
}
