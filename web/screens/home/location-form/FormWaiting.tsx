import classes from './LocationForm.module.css'

export function FormWaiting() {
  return (
    <div className={classes.waiting} aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading...
      </span>
      <div />
      <div />
      <div />
    </div>
  )
}
