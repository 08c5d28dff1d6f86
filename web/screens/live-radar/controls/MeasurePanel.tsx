import classes from './Controls.module.css'
import type { Point } from '#domain/geo/distance'
import { measuredWords } from '#web/map/measured.ts'
import { useEffect } from 'react'

interface MeasurePanelProps {
  points: readonly Point[]
  onEnd: () => void
}

/** Shows the distance along the clicked points. Escape or its button ends the measurement. */
export function MeasurePanel({ points, onEnd }: MeasurePanelProps) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onEnd()
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onEnd])
  return (
    <div className={classes.measure}>
      <p role="status">
        Total Distance <strong>{measuredWords(points)}</strong>
      </p>
      <p className={classes.how}>
        {points.length < 2
          ? 'Click points on the map to measure between them.'
          : 'Keep clicking to add points.'}
      </p>
      <button type="button" onClick={onEnd}>
        Done
      </button>
    </div>
  )
}
