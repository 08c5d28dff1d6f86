import classes from './WholePage.module.css'
import { PageHeader } from '#web/parts/PageHeader.tsx'
import type { ReactNode } from 'react'

interface WholePageProps {
  title: string
  actions?: ReactNode
  /** The map, fetched apart; null while what it needs is on its way. */
  children: ReactNode
}

/** A page that is a map to its edges. It loads nothing of MapLibre itself. */
export function WholePage({ title, actions, children }: WholePageProps) {
  return (
    <div className={classes.page}>
      <PageHeader title={title} actions={actions} />
      {children ?? <MapAwaited />}
    </div>
  )
}

/** Holds the map's place. */
export function MapAwaited() {
  return <div className={classes.skeleton} role="status" aria-label="Loading the map" />
}
