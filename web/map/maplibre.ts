// MapLibre as this house uses it. Large: only what is loaded lazily imports this file.
import 'maplibre-gl/dist/maplibre-gl.css'
import { addProtocol, setWorkerUrl, type AddProtocolAction } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { Protocol } from 'pmtiles'

setWorkerUrl(workerUrl)

// The metadata says whom the map is to be credited to.
const files = new Protocol({ metadata: true })

/**
 * Asks a second time for what failed: Chromium's cache may fail one part of a file while another part of it is
 * cancelled, as happens when a map is zoomed. The file is opened anew for it, since a failure to open it is kept too.
 */
const askTwice: AddProtocolAction = async (request, controller) => {
  try {
    return await files.tile(request, controller)
  } catch (error) {
    if (controller.signal.aborted) throw error
    for (const name of files.tiles.keys()) if (request.url.includes(name)) files.tiles.delete(name)
    return await files.tile(request, controller)
  }
}
addProtocol('pmtiles', askTwice)

export { Map, type StyleSpecification } from 'maplibre-gl'
