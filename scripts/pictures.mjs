// node scripts/run.cjs pictures: regenerates the documentation's images from the running product.
import { spawnSync } from 'node:child_process'
import { findChromium } from './find-chromium.mjs'
import { buildBaseMap, buildWeb, main, Refusal } from './setup.mjs'

await main(async () => {
  buildBaseMap()
  buildWeb()
  const env = { ...process.env, CHROMIUM_PATH: await findChromium(), PICTURES: 'docs/pictures' }
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--workers=1', 'e2e/pictures.spec.ts']
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env })
  if (status !== 0) throw new Refusal('Not all images could be taken')
})
