/** The URL of the all-locations view. It is a view of Home, so that the live stream stays open. */
export const allLocationsAddress = '/?view=all'

export function asksForAll(search: URLSearchParams): boolean {
  return search.get('view') === 'all'
}
