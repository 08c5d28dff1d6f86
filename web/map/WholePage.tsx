import classes from './WholePage.module.css'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import type { ReactNode } from 'react'

interface WholePageProps {
  title: string
  actions?: ReactNode
  /** The map, loaded separately; null while its data is loading. */
  children: ReactNode
}

/** A page filled by a map from edge to edge. It loads none of MapLibre itself. */
export function WholePage({ title, actions, children }: WholePageProps) {
  return (
    <div className={classes.page}>
      <PageHeader title={title} actions={actions} />
      {children ?? <MapAwaited />}
    </div>
  )
}

/** The map's placeholder. */
export function MapAwaited() {
  return <div className={classes.skeleton} role="status" aria-label="Loading the map" />
}
