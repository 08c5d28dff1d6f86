import classes from './SimulatedMark.module.css'

/** Precedes the text of a message about simulated weather. */
export function SimulatedMark() {
  return (
    <span className={classes.mark} title="Simulated weather, not real.">
      Simulated
    </span>
  )
}
