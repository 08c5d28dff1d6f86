import { join } from 'node:path'
import type { Config } from '#server/config'

const root = join(import.meta.dirname, '..', '..')
export const dist = join(root, 'dist')
const built = (file: string) => join(dist, file)

/** Returns map files in order of precedence: the operator's own before the built ones. */
export const mapFilesOf = ({ mapFile, satelliteFile }: Config) => ({
  base: [mapFile, built('base-map.pmtiles')],
  satellite: [satelliteFile, built('satellite.pmtiles')],
})
