// npm run admin -- <what> ...: the acts of whoever runs this house, such as making the first administrator.
import { main, readSettings } from './setup.mjs'

await main(async () => {
  readSettings()
  await import('#server/admin')
})
