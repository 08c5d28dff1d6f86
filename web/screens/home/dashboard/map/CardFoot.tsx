import classes from './MapCard.module.css'
import { colours, type BaseName } from '#web/map/colours.ts'
import type { CSSProperties } from 'react'

const ages = [
  { age: 'new', text: '0-5 min', size: '12px' },
  { age: 'recent', text: '5-15 min', size: '9px' },
  { age: 'old', text: '15-30 min', size: '6px' },
] as const

interface CardFootProps {
  base: BaseName
  words: string
}

/** Shows a caption for the map, and the legend for its dots. */
export function CardFoot({ base, words }: CardFootProps) {
  return (
    <div className={classes.foot}>
      <p>{words.charAt(0).toUpperCase() + words.slice(1)}</p>
      <ul aria-label="Strikes by age">
        {ages.map(({ age, text, size }) => (
          <li key={age} style={{ '--dot': colours[base].strikes[age], '--size': size } as CSSProperties}>
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}
