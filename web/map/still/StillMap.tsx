import { stillSize } from './draw-tiles.ts'
import classes from './StillMap.module.css'
import type { Point } from '#domain/geo/distance'
import { skipToken, useQuery } from '@tanstack/react-query'

const loadDrawing = () => import('./load-still-map.ts')

/**
 * A position as a static picture: nothing moves, only a few tiles load, and no GPU is needed. Many of them on a page
 * cost less than one map. Without a base map it is a pin on a grid.
 */
export function StillMap({ latitude, longitude }: Point) {
  const { data } = useQuery({
    queryKey: ['still-map', latitude.toFixed(4), longitude.toFixed(4)],
    queryFn:
      Number.isFinite(latitude) && Number.isFinite(longitude)
        ? async ({ signal }) => (await loadDrawing()).loadStillMap({ latitude, longitude }, signal)
        : skipToken,
    staleTime: Infinity,
    retry: false,
  })
  const [x, y] = [stillSize.width / 2, stillSize.height / 2]
  return (
    <svg
      className={classes.map}
      viewBox={`0 0 ${stillSize.width} ${stillSize.height}`}
      preserveAspectRatio="xMidYMid slice"
      data-drawn={data !== undefined || undefined}
      aria-hidden
    >
      {data && (
        <>
          <path className={classes.earth} d={data.earth} />
          <path className={classes.lakes} d={data.lakes} />
          <path className={classes.rivers} d={data.rivers} />
          <path className={classes.roads} d={data.roads} />
          <path className={classes.borders} d={data.borders} />
          {data.towns.map(town => (
            <g key={`${town.name} ${town.x}`} className={classes.town}>
              <circle cx={town.x} cy={town.y} r={1.8} />
              <text x={town.x + town.nameFrom} y={town.y + 3.5}>
                {town.name}
              </text>
            </g>
          ))}
        </>
      )}
      <circle className={classes.halo} cx={x} cy={y} r={9} />
      <circle className={classes.pin} cx={x} cy={y} r={5.5} />
    </svg>
  )
}
