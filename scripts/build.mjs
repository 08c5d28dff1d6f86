// What has to be there before a browser can look at anything.
import { buildBaseMap, buildWeb, main } from './setup.mjs'

await main(() => {
  buildWeb()
  buildBaseMap()
})
