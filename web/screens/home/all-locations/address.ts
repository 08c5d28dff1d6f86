/** The URL of the all-locations view. A view of Home, so the live stream stays open. */
export const allLocationsAddress = '/?view=all'

export function asksForAll(search: URLSearchParams): boolean {
  return search.get('view') === 'all'
}
