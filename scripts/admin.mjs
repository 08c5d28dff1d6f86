// npm run admin -- <what> ...: operator commands, such as creating the first administrator.
import { main, readSettings } from './setup.mjs'

await main(async () => {
  readSettings()
  await import('#server/admin')
})
