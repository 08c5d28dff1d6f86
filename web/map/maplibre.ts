// MapLibre as this app uses it. Large, so only lazily loaded code imports this file.
import 'maplibre-gl/dist/maplibre-gl.css'
import { addProtocol, setWorkerUrl, type AddProtocolAction } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { Protocol } from 'pmtiles'

setWorkerUrl(workerUrl)

// The metadata contains the map's credits.
const files = new Protocol({ metadata: true })

/**
 * Retries a failed request once: Chromium's cache may fail one part of a file while another part is cancelled, as
 * happens while zooming. Reopens the file, because a failure to open it is also cached.
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
