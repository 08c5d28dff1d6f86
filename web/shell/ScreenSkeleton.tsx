import classes from './ScreenSkeleton.module.css'

/** Placeholder for a screen while its code loads. */
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
