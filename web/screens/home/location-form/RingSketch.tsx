import { picturedRings, pictureReach, unitsOf } from './ring-picture.ts'
import classes from './RingPicture.module.css'
import { zoneMiles } from './zone-rows.ts'
import type { Radii } from '#domain/lightning/ring-rules'
import { ringDash } from '#web/parts/weather/ring-lines.ts'

const gridMiles = [10, 20, 30, 40, 50]
const edge = pictureReach + 12

/** Draws the rings to scale on a ten-mile grid. Follows the sliders. */
export function RingSketch({ radii }: { radii: Radii }) {
  const rings = picturedRings(radii)
  const words = rings.toReversed().map(({ zone, miles }) => `zone ${zone} ${zoneMiles(miles)}`)
  return (
    <svg
      className={classes.picture}
      viewBox={`${-edge} ${-edge} ${2 * edge} ${2 * edge}`}
      role="img"
      aria-label={`The zones to scale: ${words.join(', ')}`}
    >
      <g className={classes.grid}>
        {gridMiles.map(miles => (
          <circle key={miles} r={unitsOf(miles)} />
        ))}
        <path d={`M${-pictureReach} 0H${pictureReach}M0 ${-pictureReach}V${pictureReach}`} />
        <text y={pictureReach + 4}>50 mi</text>
      </g>
      {rings.map(({ zone, radius }) => (
        <circle
          key={zone}
          className={classes.ring}
          data-zone={zone}
          r={radius}
          strokeDasharray={ringDash(zone)}
        />
      ))}
      <circle className={classes.middle} r="3.5" />
      {rings.map(({ zone, miles, label }) => (
        <text key={zone} className={classes.label} data-zone={zone} x={label.x} y={label.y}>
          {zoneMiles(miles)}
        </text>
      ))}
    </svg>
  )
}
