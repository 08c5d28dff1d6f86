import { join } from 'node:path'
import type { Config } from '#server/config'

const root = join(import.meta.dirname, '..', '..')
export const dist = join(root, 'dist')
const built = (file: string) => join(dist, file)

/** The operator's own files take precedence over the built ones. */
export const mapFilesOf = ({ mapFile, satelliteFile }: Config) => ({
  base: [mapFile, built('base-map.pmtiles')],
  satellite: [satelliteFile, built('satellite.pmtiles')],
})
