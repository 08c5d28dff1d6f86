import { ModelLegend, SurfaceLegend, TropicalLegend } from './LayerLegends.tsx'
import classes from './Legend.module.css'
import { radarColors, roadColors, roadConditions, type Rgba } from '#domain/radar/colors'
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

/** As they are drawn: see StormCells. */
const storms: readonly (readonly [sign: string, text: string, colour: (of: Colours) => string])[] = [
  ['T', 'Tornado', ({ rings }) => rings[0]],
  ['R', 'Rotating', ({ rings }) => rings[1]],
  ['H', 'Hail', ({ rings }) => rings[1]],
  ['•', 'Storm', ({ ink }) => ink],
]

interface LegendProps {
  base: BaseName
  /** Those that are on. */
  layers: readonly MapLayer[]
}

/** What the colours of lightning and radar mean: a bar where there is room, else a popup. */
export function Legend({ base, layers }: LegendProps) {
  return (
    <div className={classes.legend} role="group" aria-label="Legend">
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
        <h2>Radar</h2>
        <div className={classes.scale}>
          <span>Light</span>
          <ul>
            {radarColors.map(({ fromDbz, rgba }) => (
              <li key={fromDbz} style={dyed(cssOf(rgba))} title={`from ${fromDbz} dBZ`}>
                <span className="visually-hidden">from {fromDbz} dBZ</span>
              </li>
            ))}
          </ul>
          <span>Heavy</span>
        </div>
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

/** In the colours in which the server draws them. */
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
      </div>
    </div>
  )
}
