import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from '#server/platform/figures'

const manifest = join(import.meta.dirname, '../../package.json')

/** The version of this program. Read once: an upgrade in place replaces the file under a running server. */
export const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }

/** How an operator runs a command here: a release does not include npm. */
export const adminCommand = process.argv[1]?.endsWith('skywarden.mjs')
  ? 'skywarden admin'
  : 'npm run admin --'

/** Shows on `/metrics` which version each process runs. */
export const versionFigure: Figure = {
  name: 'skywarden_build_info',
  help: 'The version that this process runs; the value is always 1',
  labelNames: ['version'],
  read: () => Promise.resolve([{ labels: { version }, value: 1 }]),
}
