// Builds the base map from packages alone: node scripts/base-map/main.ts dist/base-map.pmtiles
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { cutTiles } from './cut-tiles.ts'
import { pmtilesArchive } from './pmtiles-archive.ts'
import { readSources } from './sources.ts'

const [, , path] = process.argv
if (path === undefined) throw new Error('Say where the base map is to be written')

const deepestZoom = 7
const archive = pmtilesArchive(cutTiles(await readSources(deepestZoom), deepestZoom), {
  deepestZoom,
  metadata: {
    name: 'Skywarden base map',
    attribution: 'Natural Earth, US Census Bureau, GeoNames (CC BY 4.0)',
    // Every tile may hold every layer; which fields they have is told by the Protomaps schema.
    vector_layers: ['earth', 'water', 'boundaries', 'places'].map(id => ({ id, fields: {} })),
  },
})

// Written beside it and then moved: a server that reads the old file never meets half of a new one.
mkdirSync(dirname(path), { recursive: true })
writeFileSync(`${path}.part`, archive)
renameSync(`${path}.part`, path)
