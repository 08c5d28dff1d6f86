import { edge, isInPicture, milesScale, spotOf, trackOf } from './storm-picture.ts'
import { whereWords } from './storm.ts'
import classes from './Storm.module.css'
import type { RingArrivalShape, SeenStorm } from '#contract/weather/storms'
import { ringDash } from '#web/parts/weather/ring-lines.ts'
import { ringReach } from '#web/screens/home/dashboard/lightning/ring-scale.ts'
import { memo } from 'react'

interface StormPictureProps {
  rings: readonly RingArrivalShape[]
  /** The storm described, and the others that are nearby or heading here. */
  storm: SeenStorm
  others: readonly SeenStorm[]
}

/** The shape of a storm, whose tip points forward. */
const drop = 'M0-18C3-11 8-6 8 0A8 8 0 1 1-8 0C-8-6-3-11 0-18z'

/** Draws the place with its rings to scale, and the storms with the first one's track, north up. */
export const StormPicture = memo(function StormPicture({ rings, storm, others }: StormPictureProps) {
  const scale = milesScale(rings, storm)
  const spot = spotOf(storm, scale)
  const track = trackOf(storm, scale)
  const steps = track.filter(isInPicture)
  const end = track.at(-1)
  return (
    <figure className={classes.picture}>
      <svg
        viewBox={`${-edge} ${-edge} ${2 * edge} ${2 * edge}`}
        role="img"
        aria-label={`The rings to scale, north up. The storm: ${whereWords(storm)}.`}
      >
        <g className={classes.cross}>
          <path d={`M${-ringReach} 0H${ringReach}M0 ${-ringReach}V${ringReach}`} />
          <text y={-ringReach - 5}>N</text>
        </g>
        {rings.map(({ ring, radiusMiles, arrival }) => (
          <circle
            key={ring}
            className={classes.ring}
            data-ring={ring}
            data-arrival={arrival}
            r={radiusMiles * scale}
            strokeDasharray={ringDash(ring)}
          />
        ))}
        <circle className={classes.middle} r="4" />
        {end && <path className={classes.track} d={`M${spot.x} ${spot.y}L${end.x} ${end.y}`} />}
        {others.map(other => {
          const { x, y } = spotOf(other, scale)
          return <circle key={other.id} className={classes.other} cx={x} cy={y} r="5" />
        })}
        <g className={classes.cell} transform={`translate(${spot.x} ${spot.y})`}>
          {storm.headingDegrees === null ? (
            <circle r="8" />
          ) : (
            <path d={drop} transform={`rotate(${storm.headingDegrees})`} />
          )}
        </g>
        {steps.map(({ x, y }) => (
          <circle key={`${x} ${y}`} className={classes.step} cx={x} cy={y} r="3" />
        ))}
      </svg>
      <figcaption>{caption(end !== undefined, steps.length)}</figcaption>
    </figure>
  )
})

function caption(hasTrack: boolean, steps: number): string {
  if (!hasTrack) return 'Its track is not known yet'
  return steps > 0 ? 'A dot on its track for every 15 min' : 'Its track if it stays on course'
}
