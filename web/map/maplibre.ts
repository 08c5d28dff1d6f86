// MapLibre as this house uses it. Large: only what is loaded lazily imports this file.
import 'maplibre-gl/dist/maplibre-gl.css'
import { addProtocol, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { Protocol } from 'pmtiles'

setWorkerUrl(workerUrl)

// The metadata says whom the map is to be credited to.
addProtocol('pmtiles', new Protocol({ metadata: true }).tile)

export { Map, type StyleSpecification } from 'maplibre-gl'
