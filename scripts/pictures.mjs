// node scripts/pictures.mjs: makes the pictures of the documentation anew, from the running product.
import { spawnSync } from 'node:child_process'
import { findChromium } from './find-chromium.mjs'
import { buildBaseMap, buildWeb, environment, findNode, install, main, Refusal } from './setup.mjs'

await main(async () => {
  install({ everything: true })
  const node = findNode()
  buildBaseMap(node)
  buildWeb(node)
  const env = { ...environment(node), CHROMIUM_PATH: await findChromium(), PICTURES: 'docs/pictures' }
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--workers=1', 'e2e/pictures.spec.ts']
  const { status } = spawnSync(node, args, { stdio: 'inherit', env })
  if (status !== 0) throw new Refusal('The pictures could not all be taken')
})
