// npm start: builds the web and the base map if they are stale, and runs Skywarden.
import { buildBaseMap, buildWeb, main, readSettings } from './setup.mjs'

await main(async () => {
  const starter = process.ppid
  buildWeb()
  buildBaseMap()
  readSettings()
  process.argv.push(`--parent=${starter}`)
  await import('#server/main')
})
