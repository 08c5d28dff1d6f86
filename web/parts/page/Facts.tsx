import classes from './Facts.module.css'
import type { ReactNode } from 'react'

interface FactsProps {
  facts: readonly { label: string; value: ReactNode }[]
}

/** Lists names and their values, one per line. */
export function FactList({ facts }: FactsProps) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
