/** The page of a weather station, with its image where it has one. */
export function stationPath(id: number, imageUrl: string | null): string {
  const image = imageUrl === null ? '' : `/${encodeURIComponent(imageUrl)}`
  return `/Historical/${id}${image}`
}
