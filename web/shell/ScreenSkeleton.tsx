import classes from './ScreenSkeleton.module.css'

/** Holds a screen's place while its code is fetched. */
export function ScreenSkeleton() {
  return (
    <div className={classes.skeleton} aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading...
      </span>
      <div />
      <div />
      <div />
    </div>
  )
}
