import classes from './Devices.module.css'

interface FarCheckProps {
  /** The server's rejection, if the siren is too far from its location. */
  error: string | undefined
  isConfirmed: boolean
  onConfirm: (isConfirmed: boolean) => void
}

/**
 * Asks for confirmation that a siren is out of earshot of its own location. Shown only after the server rejected the
 * siren for that reason.
 */
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
