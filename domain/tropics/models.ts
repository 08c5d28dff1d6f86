import type { Rgba } from '#domain/radar/colors'

/** The models whose tracks are drawn, each with its own color, readable on a light and a dark map. */
export const tropicalModels: readonly { readonly model: string; readonly rgba: Rgba }[] = [
  { model: 'GFS', rgba: [214, 39, 40, 255] },
  { model: 'ECMWF', rgba: [31, 119, 180, 255] },
  { model: 'UKMET', rgba: [44, 140, 44, 255] },
  { model: 'CMC', rgba: [148, 82, 189, 255] },
  { model: 'NAVGEM', rgba: [255, 127, 14, 255] },
  { model: 'HAFS-A', rgba: [227, 80, 170, 255] },
  { model: 'HAFS-B', rgba: [23, 175, 190, 255] },
  { model: 'HWRF', rgba: [150, 110, 60, 255] },
  { model: 'HMON', rgba: [170, 170, 20, 255] },
  { model: 'COAMPS-TC', rgba: [90, 90, 230, 255] },
  { model: 'GEFS mean', rgba: [120, 200, 90, 255] },
  { model: 'EPS mean', rgba: [240, 160, 160, 255] },
]

/** For models that are not listed. */
const otherRgba: Rgba = [128, 128, 128, 255]

export function modelColor(model: string): Rgba {
  return tropicalModels.find(each => each.model === model)?.rgba ?? otherRgba
}
