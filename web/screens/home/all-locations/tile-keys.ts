import { useEffect, type RefObject } from 'react'

/** Returns where a key leads in a list that wraps into rows. `tops` has each tile's vertical position. */
export function tileAfter(key: string, from: number, tops: readonly number[]): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return from + 1 < tops.length ? from + 1 : undefined
    case 'ArrowLeft':
      return from > 0 ? from - 1 : undefined
    case 'Home':
      return 0
    case 'End':
      return tops.length - 1
    case 'ArrowDown':
    case 'ArrowUp':
      return inNextRow(from, tops, key === 'ArrowDown' ? 1 : -1)
    default:
      return undefined
  }
}

/** Returns the tile at the same position in the row below or above, or the last tile of a shorter row. */
function inNextRow(from: number, tops: readonly number[], step: 1 | -1): number | undefined {
  const top = tops[from]
  const column = from - tops.indexOf(top ?? 0)
  const nextTop = step === 1 ? tops[tops.lastIndexOf(top ?? 0) + 1] : tops[tops.indexOf(top ?? 0) - 1]
  if (nextTop === undefined) return undefined
  return Math.min(tops.indexOf(nextTop) + column, tops.lastIndexOf(nextTop))
}

function onTileKey(event: KeyboardEvent, page: HTMLElement): void {
  const tiles = [...page.querySelectorAll<HTMLElement>('[data-place]')]
  const from = tiles.indexOf(event.target as HTMLElement)
  const isSearch = event.target instanceof HTMLInputElement && event.key === 'ArrowDown'
  if (from < 0 && !isSearch) return
  const target = from < 0 ? 0 : tileAfter(event.key, from, tiles.map(top))
  if (target === undefined) return
  event.preventDefault()
  tiles[target]?.focus()
}

const top = (tile: HTMLElement) => Math.round(tile.getBoundingClientRect().top)

/** Arrow keys move between tiles. Down from the search field goes to the first. */
export function useTileKeys(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = page.current
    if (!element) return
    const onKey = (event: KeyboardEvent) => onTileKey(event, element)
    element.addEventListener('keydown', onKey)
    return () => element.removeEventListener('keydown', onKey)
  }, [page])
}
