// Builds the base map from npm packages only: node scripts/base-map/main.ts dist/base-map.pmtiles
import { cutTiles } from './cut-tiles.ts'
import { pmtilesArchive } from './pmtiles-archive.ts'
import { readSources } from './sources.ts'
import { writeWhole } from './write-whole.ts'

const [, , path] = process.argv
if (path === undefined) throw new Error('Usage: node scripts/base-map/main.ts FILE')

const deepestZoom = 7
const archive = pmtilesArchive(cutTiles(await readSources(deepestZoom), deepestZoom), {
  tileType: 'vector',
  deepestZoom,
  metadata: {
    name: 'Skywarden base map',
    attribution: 'Natural Earth, US Census Bureau, GeoNames (CC BY 4.0)',
    // Every tile can contain every layer. The layers' fields are those of the Protomaps schema.
    vector_layers: ['earth', 'water', 'boundaries', 'places'].map(id => ({ id, fields: {} })),
  },
})

writeWhole(path, archive)
