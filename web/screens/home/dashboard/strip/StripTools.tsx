import classes from './Strip.module.css'
import { allLocationsAddress } from '#web/screens/home/all-locations/address.ts'
import { IconArrowRight, IconBoltFilled, IconLayoutGrid, IconSortDescending } from '@tabler/icons-react'
import { Link } from 'react-router'

interface StripToolsProps {
  /** The number of all locations. */
  count: number
  /** How many places in delay are currently scrolled out of view. */
  hiddenDelays: number
  isByDanger: boolean
  onByDanger: (isByDanger: boolean) => void
}

/** A link to all locations, which mentions delays out of view, and the strip's sort order. */
export function StripTools({ count, hiddenDelays, isByDanger, onByDanger }: StripToolsProps) {
  return (
    <div className={classes.tools}>
      {hiddenDelays > 0 ? (
        <Link className={classes.tool} data-delay to={allLocationsAddress}>
          <IconBoltFilled size={14} aria-hidden />
          <span>
            {hiddenDelays}
            <span className={classes.words}>
              {' '}
              <span className={classes.wide}>{hiddenDelays === 1 ? 'location' : 'locations'}</span> in delay
            </span>
          </span>
          <IconArrowRight size={14} aria-hidden className={classes.onward} />
        </Link>
      ) : (
        <Link className={classes.tool} to={allLocationsAddress}>
          <IconLayoutGrid size={16} aria-hidden />
          <span>
            <span className={classes.words}>All </span>
            {count}
            <span className={classes.wide}> locations</span>
          </span>
        </Link>
      )}
      <button
        type="button"
        className={classes.tool}
        aria-pressed={isByDanger}
        title="Worst first"
        onClick={() => onByDanger(!isByDanger)}
      >
        <IconSortDescending size={16} aria-hidden />
        <span className={classes.words}>Worst first</span>
      </button>
    </div>
  )
}
