import classes from './Dashboard.module.css'

/** The dashboard's placeholder while the locations are unknown. Nothing in it looks like a state. */
export function DashboardAwaited() {
  return (
    <div className={classes.dashboard} aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading...
      </span>
      <div className={classes.header} aria-hidden="true">
        <div className={classes.names}>
          <span className={classes.waitingTitle} />
          <span className={classes.waitingSub} />
        </div>
      </div>
      <StripAwaited />
      <div className={classes.waitingHero} aria-hidden="true" />
    </div>
  )
}

/** The placeholder for the other locations. */
export function StripAwaited() {
  return (
    <div className={classes.waitingStrip} aria-hidden="true">
      {Array.from({ length: 5 }, (_card, card) => (
        <span key={card} />
      ))}
    </div>
  )
}
