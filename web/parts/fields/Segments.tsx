import classes from './Segments.module.css'
import { Unavailable } from '#web/parts/page/Unavailable.tsx'

interface SegmentsProps<Value extends string> {
  label: string
  choices: readonly (readonly [Value, string])[]
  chosen: Value
  onChoose: (value: Value) => void
  /** Whether to fill the container's width. */
  isWide?: boolean
  /** Why a value is currently unavailable; null if it is available. */
  unavailable?: (value: Value) => string | null
}

/**
 * Lets people choose one of a few values, side by side. Uses buttons instead of radios, because each click is a choice.
 */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, choices, chosen, onChoose, isWide, unavailable } = props
  return (
    <div className={classes.segments} data-wide={isWide || undefined} role="group" aria-label={label}>
      {choices.map(([value, text]) => {
        const because = unavailable?.(value) ?? null
        return (
          <Unavailable key={value} because={because} className={classes.segment}>
            {availability => (
              <button
                type="button"
                aria-pressed={value === chosen}
                {...availability}
                onClick={() => because === null && onChoose(value)}
              >
                {text}
              </button>
            )}
          </Unavailable>
        )
      })}
    </div>
  )
}
