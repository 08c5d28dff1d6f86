import type { HeroRing } from './hero.ts'
import classes from './Lightning.module.css'
import { dashes, reach, scaledRing } from './ring-scale.ts'
import { strikeMarks } from './strike-marks.ts'
import type { SeenStrike } from './strikes.ts'
import { memo } from 'react'

type PicturedRing = Pick<HeroRing, 'ring' | 'radiusMiles' | 'show'>

interface RingPictureProps {
  rings: readonly PicturedRing[]
  strikes: readonly SeenStrike[]
  strikesAreKnown: boolean
}

/** More than these would only be a blot. */
const mostStrikes = 200
/** The newest are drawn last, above the others. */
const ages = ['old', 'recent', 'new'] as const

/** The rings to scale with the strikes of the last 30 minutes, north up. */
export const RingPicture = memo(function RingPicture({ rings, strikes, strikesAreKnown }: RingPictureProps) {
  const widest = Math.max(0, ...rings.map(ring => ring.radiusMiles))
  const drawn = strikes.slice(-mostStrikes)
  return (
    <figure className={classes.picture}>
      <svg viewBox="-126 -126 252 252" role="img" aria-label={altText(rings, strikes, strikesAreKnown)}>
        <defs>
          <pattern
            id="unknown-ring"
            width="8"
            height="8"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect className={classes.hatchLine} width="3" height="8" />
          </pattern>
        </defs>
        <g className={classes.cross}>
          <path d={`M${-reach} 0H${reach}M0 ${-reach}V${reach}`} />
          <text y={-reach - 5}>N</text>
        </g>
        {rings.toReversed().map(({ ring, radiusMiles, show }) => (
          <circle
            key={ring}
            className={classes.ring}
            data-ring={ring}
            data-shown={show}
            r={scaledRing(ring, radiusMiles, widest).radius}
            strokeDasharray={dashes[ring]}
          />
        ))}
        {ages.map(age => (
          <path key={age} className={classes.strike} data-age={age} d={strikeMarks(drawn, age, widest)} />
        ))}
        <circle className={classes.middle} r="4" />
        {rings.map(({ ring, radiusMiles }) => {
          const { x, y } = scaledRing(ring, radiusMiles, widest).label
          return (
            <g key={ring} className={classes.ringLabel} transform={`translate(${x} ${y})`}>
              <rect x="-18" y="-8" width="36" height="16" rx="4" />
              <text>{radiusMiles} mi</text>
            </g>
          )
        })}
      </svg>
      <figcaption>{caption(strikes, strikesAreKnown)}</figcaption>
    </figure>
  )
}, isSamePicture)

/** Drawn anew only when something moves in it: the seconds of a countdown do not. */
function isSamePicture(before: RingPictureProps, after: RingPictureProps): boolean {
  const key = ({ rings }: RingPictureProps) =>
    rings.map(({ ring, radiusMiles, show }) => `${ring} ${radiusMiles} ${show}`).join()
  return (
    before.strikes === after.strikes &&
    before.strikesAreKnown === after.strikesAreKnown &&
    key(before) === key(after)
  )
}

function caption(strikes: readonly SeenStrike[], areKnown: boolean): string {
  if (!areKnown) return 'Strikes are unknown'
  if (strikes.length === 0) return 'No strikes in 30 min'
  return strikes.length === 1 ? '1 strike in 30 min' : `${strikes.length} strikes in 30 min`
}

function altText(rings: readonly PicturedRing[], strikes: readonly SeenStrike[], areKnown: boolean): string {
  const miles = new Intl.ListFormat('en-US').format(rings.map(ring => `${ring.radiusMiles} miles`))
  return `Rings to scale: ${miles}. ${caption(strikes, areKnown)}.`
}
