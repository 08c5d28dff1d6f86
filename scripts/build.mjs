// Builds everything a browser needs: the web app and the base map.
import { buildBaseMap, buildWeb, main } from './setup.mjs'

await main(() => {
  buildWeb()
  buildBaseMap()
})
