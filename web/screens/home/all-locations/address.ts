/** Where all locations are seen at once: a view of Home, so that its live stream goes on. */
export const allLocationsAddress = '/?view=all'

export function asksForAll(search: URLSearchParams): boolean {
  return search.get('view') === 'all'
}
