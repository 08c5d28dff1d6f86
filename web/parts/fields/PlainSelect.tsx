import classes from './PlainSelect.module.css'
import type { ComponentProps } from 'react'

/** The native select in our style, for a page that needs no other inputs from the kit. */
export function PlainSelect(props: Omit<ComponentProps<'select'>, 'className'>) {
  return <select {...props} className={classes.select} />
}
