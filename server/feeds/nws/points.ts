import type { Point } from '#domain/geo/distance'
import type { FeedParts } from '#server/feeds/parts'
import { dayMs } from '#server/platform/clock'
import { cellOf, parsePoint, pointPath, type GridCell } from './parse-points.ts'
import { isNotThere, nwsRequest } from './requests.ts'

/** The service covers the United States, its territories and the waters near them. */
export const notCovered = 'not covered'

/** The grid cells of places: requested once a day. */
export interface Points {
  cellOf(point: Point): Promise<GridCell | typeof notCovered>
  /** Returns what is known without a request. */
  knownCellOf(point: Point): Promise<GridCell | typeof notCovered | null>
  /** Forgets a cell that no longer exists: grids are reorganized now and then. */
  forget(point: Point): Promise<void>
}

export function createPoints({ memory, upstream, baseUrl }: FeedParts): Points {
  const keyOf = (point: Point) => `point ${pointPath(point)}`

  async function knownCellOf(point: Point) {
    const known = await memory.recall(keyOf(point))
    return known === notCovered ? notCovered : cellOf(known)
  }

  return {
    knownCellOf,
    async cellOf(point) {
      const known = await knownCellOf(point)
      if (known) return known
      try {
        const { value } = await upstream.read(nwsRequest(baseUrl + pointPath(point), 1), ({ body }) =>
          parsePoint(body),
        )
        await memory.keep(keyOf(point), value, dayMs)
        return value
      } catch (error) {
        if (!isNotThere(error)) throw error
        await memory.keep(keyOf(point), notCovered, dayMs)
        return notCovered
      }
    },
    forget: point => memory.keep(keyOf(point), null, dayMs),
  }
}
