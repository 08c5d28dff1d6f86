import classes from './LocationCard.module.css'
import homeClasses from './Home.module.css'

/** Holds the place of the cards while it is not known which there are, with nothing that could look like a state. */
export function LocationsAwaited() {
  return (
    <div className={homeClasses.locations} aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading...
      </span>
      <CardAwaited />
      <CardAwaited />
      <CardAwaited />
    </div>
  )
}

function CardAwaited() {
  return (
    <div className={`${classes.card} ${classes.waiting}`} aria-hidden="true">
      <div className={classes.head}>
        <h2>
          <span />
        </h2>
        <p>
          <span />
        </p>
      </div>
      <div className={classes.state}>
        <span />
      </div>
      <ul className={classes.rings}>
        <li>
          <span />
        </li>
        <li>
          <span />
        </li>
        <li>
          <span />
        </li>
        <li>
          <span />
        </li>
      </ul>
      <div className={classes.foot}>
        <span />
      </div>
    </div>
  )
}
