import classes from './Devices.module.css'

interface FarCheckProps {
  /** Why it was refused: it would stand too far from its location. */
  error: string | undefined
  isConfirmed: boolean
  onConfirm: (isConfirmed: boolean) => void
}

/** Asks whether a siren does stand where it would not hear its own location; only once it was refused for that. */
export function FarCheck({ error, isConfirmed, onConfirm }: FarCheckProps) {
  if (error === undefined && !isConfirmed) return null
  return (
    <div className={classes.far}>
      {error !== undefined && <p role="alert">{error}.</p>}
      <label>
        <input
          type="checkbox"
          checked={isConfirmed}
          aria-invalid={error !== undefined || undefined}
          onChange={event => onConfirm(event.currentTarget.checked)}
        />
        The position is correct
      </label>
    </div>
  )
}
