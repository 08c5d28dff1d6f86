import classes from './SimulatedMark.module.css'

/** Stands before the words of a message about simulated weather. */
export function SimulatedMark() {
  return (
    <span className={classes.mark} title="Simulated weather, not real.">
      Simulated
    </span>
  )
}
