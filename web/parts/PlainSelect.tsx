import classes from './PlainSelect.module.css'
import type { ComponentProps } from 'react'

/** The browser's own list, in our look: for a page that needs nothing else of the kit's inputs. */
export function PlainSelect(props: Omit<ComponentProps<'select'>, 'className'>) {
  return <select {...props} className={classes.select} />
}
