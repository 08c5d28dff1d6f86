import classes from './Station.module.css'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'

export function StationAwaited() {
  return (
    <>
      <PageHeader title="Weather Station" />
      <div className={classes.page} role="status" aria-label="Loading the weather station">
        <div className={classes.top}>
          <span className={classes.awaited} />
          <span className={classes.awaited} />
        </div>
        <span className={classes.awaited} data-tall />
      </div>
    </>
  )
}
