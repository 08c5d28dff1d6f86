import classes from './Status.module.css'

export function ListWaiting() {
  return (
    <div className={classes.waiting} aria-busy="true">
      <div />
      <div />
      <div />
    </div>
  )
}
