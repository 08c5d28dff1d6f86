import classes from './WholePage.module.css'
import { PageHeader } from '#web/parts/PageHeader.tsx'
import { Suspense, type ReactNode } from 'react'

interface WholePageProps {
  title: string
  actions?: ReactNode
  /** The map, loaded lazily; null while what it needs is on its way. */
  children: ReactNode
}

/** A page that is a map to its edges. It loads nothing of MapLibre itself. */
export function WholePage({ title, actions, children }: WholePageProps) {
  return (
    <div className={classes.page}>
      <PageHeader title={title} actions={actions} />
      <Suspense fallback={<Awaited />}>{children ?? <Awaited />}</Suspense>
    </div>
  )
}

function Awaited() {
  return <div className={classes.skeleton} role="status" aria-label="Loading the map" />
}
