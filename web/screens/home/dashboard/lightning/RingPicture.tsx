import type { HeroRing } from './hero.ts'
import classes from './RingPicture.module.css'
import { pictureMiles, ringReach, scaledRing } from './ring-scale.ts'
import { strikeMarkOf, strikeMarks } from './strike-marks.ts'
import type { SeenStrike } from './strikes.ts'
import { ringDash } from '#web/parts/weather/ring-lines.ts'
import { memo } from 'react'

type PicturedRing = Pick<HeroRing, 'ring' | 'radiusMiles' | 'show'>

interface RingPictureProps {
  rings: readonly PicturedRing[]
  strikes: readonly SeenStrike[]
  strikesAreKnown: boolean
}

/** More strikes than this would only make a blot. */
const mostStrikes = 200
/** The newest strikes are drawn last, on top. */
const ages = ['old', 'recent', 'new'] as const
const ageWords = { new: '0–5 min', recent: '5–15 min', old: '15–30 min' } as const
/** The picture extends slightly beyond its scale. */
const edgeShare = 1.1

const view = '-126 -126 252 252'

/** Draws the rings to scale with the strikes of the last 30 minutes, north up. */
export const RingPicture = memo(function RingPicture({ rings, strikes, strikesAreKnown }: RingPictureProps) {
  const shownMiles = pictureMiles(rings)
  const inPicture = strikes.filter(strike => isInPicture(strike, shownMiles * edgeShare))
  const drawn = inPicture.slice(-mostStrikes)
  const pictured = rings.filter(({ radiusMiles }) => radiusMiles <= shownMiles)
  return (
    <figure className={classes.picture}>
      <svg viewBox={view} role="img" aria-label={altText(pictured, strikes, inPicture, strikesAreKnown)}>
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
          <path d={`M${-ringReach} 0H${ringReach}M0 ${-ringReach}V${ringReach}`} />
          <text y={-ringReach - 5}>N</text>
        </g>
        {pictured.toReversed().map(({ ring, radiusMiles, show }) => (
          <circle
            key={ring}
            className={classes.ring}
            data-ring={ring}
            data-shown={show}
            r={scaledRing(ring, radiusMiles, shownMiles).radius}
            strokeDasharray={ringDash(ring)}
          />
        ))}
        {drawn.map(strike => (
          <StrikeCircle key={strike.key} strike={strike} shownMiles={shownMiles} />
        ))}
        {ages.map(age => (
          <path key={age} className={classes.strike} data-age={age} d={strikeMarks(drawn, age, shownMiles)} />
        ))}
        <circle className={classes.middle} r="4" />
        {pictured.map(({ ring, radiusMiles }) => {
          const { x, y } = scaledRing(ring, radiusMiles, shownMiles).label
          return (
            <g key={ring} className={classes.ringLabel} transform={`translate(${x} ${y})`}>
              <rect x="-18" y="-8" width="36" height="16" rx="4" />
              <text>{radiusMiles} mi</text>
            </g>
          )
        })}
      </svg>
      <figcaption>
        {caption(strikes, inPicture, strikesAreKnown)}
        {drawn.length > 0 && <AgeLegend />}
      </figcaption>
    </figure>
  )
}, isSamePicture)

function isInPicture({ x, y, circle, countedMiles }: SeenStrike, reachMiles: number): boolean {
  return circle ? countedMiles <= reachMiles : Math.max(Math.abs(x), Math.abs(y)) <= reachMiles
}

/**
 * Draws where a strike may have been if only its distance from a sensor is known: a line, and a band as wide as the
 * error.
 */
function StrikeCircle({ strike, shownMiles }: { strike: SeenStrike; shownMiles: number }) {
  const { x, y, circle, age } = strike
  if (!circle) return null
  const scale = ringReach / shownMiles
  const place = { cx: x * scale, cy: y * scale, r: circle.miles * scale }
  return (
    <g className={classes.strikeCircle} data-age={age}>
      <circle {...place} className={classes.band} strokeWidth={2 * circle.errorMiles * scale} />
      <circle {...place} className={classes.line} />
    </g>
  )
}

/** A placeholder while the text above it renders. */
export function RingPictureAwaited() {
  return (
    <figure className={classes.picture}>
      <svg viewBox={view} aria-hidden="true" />
      <figcaption>{'\u00a0'}</figcaption>
    </figure>
  )
}

/** Redrawn only when something in the picture moves, and not for each second of a countdown. */
function isSamePicture(before: RingPictureProps, after: RingPictureProps): boolean {
  const key = ({ rings }: RingPictureProps) =>
    rings.map(({ ring, radiusMiles, show }) => `${ring} ${radiusMiles} ${show}`).join()
  return (
    before.strikes === after.strikes &&
    before.strikesAreKnown === after.strikesAreKnown &&
    key(before) === key(after)
  )
}

function AgeLegend() {
  return (
    <ul className={classes.ages} aria-label="Age of strikes">
      {ages.toReversed().map(age => (
        <li key={age}>
          <svg viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true">
            <path className={classes.strike} data-age={age} d={strikeMarkOf(age)} />
          </svg>
          {ageWords[age]}
        </li>
      ))}
    </ul>
  )
}

const counted = (count: number) => (count === 1 ? '1 strike' : `${count} strikes`)

/** Returns the number of strikes, and how many are within the picture. */
function caption(
  strikes: readonly SeenStrike[],
  inPicture: readonly SeenStrike[],
  areKnown: boolean,
): string {
  if (!areKnown) return 'Strikes are unknown'
  if (strikes.length === 0) return 'No strikes in 30 min'
  const all = `${counted(strikes.length)} in 30 min`
  return inPicture.length === strikes.length ? all : `${all}, ${inPicture.length} shown`
}

function altText(
  rings: readonly PicturedRing[],
  strikes: readonly SeenStrike[],
  inPicture: readonly SeenStrike[],
  areKnown: boolean,
): string {
  const miles = new Intl.ListFormat('en-US').format(rings.map(ring => `${ring.radiusMiles} miles`))
  return `Rings to scale: ${miles}. ${caption(strikes, inPicture, areKnown)}.`
}
