import { MarkIcon } from './MarkIcon.tsx'
import { markNames, marks } from './marks.ts'
import classes from './Markers.module.css'

/** The legend for the map's markers. */
export function MarkLegend() {
  return (
    <ul className={classes.legend} aria-label="Legend">
      {marks.map(mark => (
        <li key={mark}>
          <MarkIcon mark={mark} />
          {markNames[mark]}
        </li>
      ))}
    </ul>
  )
}
