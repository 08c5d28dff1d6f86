import classes from './Legend.module.css'
import { tropicalModels } from '#domain/tropics/models'
import { colours, type BaseName } from '#web/map/colours.ts'
import { frontColours, frontNames, type Rgb } from '#web/map/front-symbols.ts'
import type { CSSProperties } from 'react'

const rgb = (colour: readonly number[]) => `rgb(${colour.slice(0, 3).join(' ')})`

type Front = keyof typeof frontNames
const fronts = Object.keys(frontNames) as Front[]

/** Draws fronts as on the map: a line with symbols along it. */
export function SurfaceLegend({ base }: { base: BaseName }) {
  const { rings } = colours[base]
  return (
    <div className={classes.part}>
      <h2>Surface analysis</h2>
      <ul className={classes.lines}>
        {fronts.map(front => (
          <li key={front}>
            <FrontSign front={front} base={base} />
            {frontNames[front]}
          </li>
        ))}
        <li>
          <strong style={{ color: rings[3] }}>H</strong>High (mb)
        </li>
        <li>
          <strong style={{ color: rings[0] }}>L</strong>Low (mb)
        </li>
      </ul>
    </div>
  )
}

type Sign = readonly [shape: 'triangle' | 'disc', colour: Rgb, side: 'above' | 'below']

function signsOf(front: Front, { cold, warm, occluded }: (typeof frontColours)[BaseName]): readonly Sign[] {
  switch (front) {
    case 'cold':
      return [['triangle', cold, 'above']]
    case 'warm':
      return [['disc', warm, 'above']]
    case 'occluded':
      return [
        ['triangle', occluded, 'above'],
        ['disc', occluded, 'above'],
      ]
    case 'stationary':
      return [
        ['triangle', cold, 'above'],
        ['disc', warm, 'below'],
      ]
    case 'trough':
      return []
  }
}

function FrontSign({ front, base }: { front: Front; base: BaseName }) {
  const palette = frontColours[base]
  const signs = signsOf(front, palette)
  const step = 34 / (signs.length + 1)
  return (
    <svg width="34" height="16" viewBox="0 0 34 16" aria-hidden="true">
      <line
        x1="0"
        x2="34"
        y1="9"
        y2="9"
        stroke={rgb(front === 'stationary' ? palette.cold : palette[front])}
        strokeWidth="2.5"
        strokeDasharray={front === 'trough' ? '5 3' : undefined}
      />
      {front === 'stationary' && (
        <line x1="17" x2="34" y1="9" y2="9" stroke={rgb(palette.warm)} strokeWidth="2.5" />
      )}
      {signs.map(([shape, colour, side], at) => {
        const x = step * (at + 1)
        const up = side === 'above' ? -1 : 1
        const path =
          shape === 'triangle'
            ? `M${x - 5} 9 L${x} ${9 + 8 * up} L${x + 5} 9 Z`
            : `M${x - 5} 9 A5 5 0 0 ${side === 'above' ? 1 : 0} ${x + 5} 9 Z`
        return <path key={`${shape} ${side}`} d={path} fill={rgb(colour)} />
      })}
    </svg>
  )
}

/** The legend of the tropical models, in the server's track colors. */
export function ModelLegend() {
  return (
    <div className={classes.part}>
      <h2>Tropical models</h2>
      <ul className={classes.lines}>
        {tropicalModels.map(({ model, rgba }) => (
          <li key={model} className={classes.model} style={{ '--colour': rgb(rgba) } as CSSProperties}>
            {model}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The legend of the symbols in the circles on a storm's track. */
export function TropicalLegend() {
  return (
    <div className={classes.part}>
      <h2>Tropical forecast</h2>
      <ul className={classes.lines}>
        <li>
          <strong>1-5</strong>Hurricane category
        </li>
        <li>
          <strong>S</strong>Tropical storm
        </li>
        <li>
          <strong>D</strong>Tropical depression
        </li>
        <li className={classes.cone}>Cone: where the center is likely to go</li>
      </ul>
    </div>
  )
}
