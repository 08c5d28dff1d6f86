import { ModelLegend, SurfaceLegend, TropicalLegend } from './LayerLegends.tsx'
import classes from './Legend.module.css'
import { radarRamps, roadColors, roadConditions, type Rgba } from '#domain/radar/colors'
import { fallings, type Falling } from '#domain/radar/falling'
import { colours, type BaseName, type Colours } from '#web/map/colours.ts'
import type { MapLayer } from '#web/map/radar/layer-choice.ts'
import type { CSSProperties } from 'react'

const ages = [
  ['new', '0-5 min', '12px'],
  ['recent', '5-15 min', '10px'],
  ['old', '15-30 min', '8px'],
] as const

const cssOf = ([red, green, blue]: Rgba) => `rgb(${red} ${green} ${blue})`
const dyed = (colour: string, size?: string) => ({ '--colour': colour, '--size': size }) as CSSProperties

/** A sample of a marker, drawn as in StormCells. */
const storms: readonly (readonly [sign: string, text: string, colour: (of: Colours) => string])[] = [
  ['T', 'Tornado', ({ rings }) => rings[0]],
  ['R', 'Rotating', ({ rings }) => rings[1]],
  ['H', 'Hail', ({ rings }) => rings[1]],
  ['•', 'Storm', ({ ink }) => ink],
]

interface LegendProps {
  base: BaseName
  /** The active layers. */
  layers: readonly MapLayer[]
}

/** Shows the legend for lightning and radar colors: a bar if there is room, otherwise a popup. */
export function Legend({ base, layers }: LegendProps) {
  return (
    // The bar is wider than a small screen, so it can be focused and scrolled by keyboard.
    <div className={classes.legend} role="group" aria-label="Legend" tabIndex={0}>
      <div className={classes.part}>
        <h2>Lightning</h2>
        <ul className={classes.dots}>
          {ages.map(([age, text, size]) => (
            <li key={age} style={dyed(colours[base].strikes[age], size)}>
              {text}
            </li>
          ))}
        </ul>
      </div>
      <div className={classes.part}>
        <h2>
          Radar <span className={classes.unit}>in dBZ</span>
        </h2>
        {fallings.map(falling => (
          <Ramp key={falling} falling={falling} />
        ))}
        <p className={classes.unseen}>No radar</p>
      </div>
      {layers.includes('storm-vectors') && (
        <div className={classes.part}>
          <h2>Storm cells</h2>
          <ul className={classes.signs}>
            {storms.map(([sign, text, colour]) => (
              <li key={text} style={dyed(colour(colours[base]))}>
                <span aria-hidden="true" style={{ color: colours[base].card }}>
                  {sign}
                </span>
                {text}
              </li>
            ))}
          </ul>
        </div>
      )}
      {layers.includes('surface-analysis') && <SurfaceLegend base={base} />}
      {layers.includes('tropical-forecast') && <TropicalLegend />}
      {layers.includes('tropical-models') && <ModelLegend />}
    </div>
  )
}

const fallingNames: Readonly<Record<Falling, string>> = { rain: 'Rain', snow: 'Snow', ice: 'Ice or mix' }

/** The server's radar colors, each with its lower bound. */
function Ramp({ falling }: { falling: Falling }) {
  return (
    <div className={classes.ramp}>
      <h3>{fallingNames[falling]}</h3>
      <ol>
        {radarRamps[falling].map(({ fromDbz, rgba }) => (
          <li key={fromDbz} style={dyed(cssOf(rgba))} title={`${fallingNames[falling]} from ${fromDbz} dBZ`}>
            {fromDbz}
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The legend of road conditions, in the server's colors. */
export function RoadLegend() {
  return (
    <div className={classes.legend} role="group" aria-label="Road conditions legend">
      <div className={classes.part}>
        <h2>Road conditions</h2>
        <ul className={classes.dots} data-square>
          {roadConditions.map(road => (
            <li key={road} style={dyed(cssOf(roadColors[road]), '12px')}>
              {road}
            </li>
          ))}
        </ul>
        <p className={classes.unseen}>Not known</p>
      </div>
    </div>
  )
}
