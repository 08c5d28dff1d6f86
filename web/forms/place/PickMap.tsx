import classes from './PickMap.module.css'
import type { Point } from '#domain/geo/distance'
import type { Radii } from '#domain/lightning/ring-rules'
import { useNearAndIdle } from '#web/map/use-near-and-idle.ts'
import { fetchedPart } from '#web/parts/page/fetched-part.tsx'
import { useComputedColorScheme } from '@mantine/core'
import { useRef } from 'react'

const PickMapCanvas = fetchedPart(
  () => import('./PickMapCanvas.tsx').then(file => file.PickMapCanvas),
  <Awaited />,
)

interface PickMapProps {
  point: Point | null
  label: string
  /** In miles; 0 is a ring that is off. */
  radii?: Radii
  /** Absent if the place cannot be moved. */
  onPick?: ((point: Point) => void) | undefined
}

/** Shows the place's position with its rings. A click moves the place. */
export function PickMap(props: PickMapProps) {
  const room = useRef<HTMLDivElement>(null)
  const mayBegin = useNearAndIdle(room)
  const base = useComputedColorScheme('light', { getInitialValueInEffect: false })
  return (
    <div>
      <div ref={room} className={classes.map}>
        {mayBegin ? <PickMapCanvas base={base} {...props} /> : <Awaited />}
      </div>
      {props.onPick && <p className={classes.hint}>Or click its position on the map.</p>}
    </div>
  )
}

function Awaited() {
  return <div className={classes.skeleton} role="status" aria-label="Loading the map" />
}
