/** Returns the path of a weather station's page, with its image if it has one. */
export function stationPath(id: number, imageUrl: string | null): string {
  const image = imageUrl === null ? '' : `/${encodeURIComponent(imageUrl)}`
  return `/Historical/${id}${image}`
}
