import react from '@vitejs/plugin-react'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'

const webFolder = resolve(import.meta.dirname, 'web')
const builtFolder = resolve(import.meta.dirname, 'dist/web')
const apiServer = `http://localhost:${process.env['PORT'] ?? 8080}`
/** What the server answers; all else is the web's own, such as the modules in web/map. */
const serversOwn = [
  '/api',
  '/identity',
  '/silentrenew',
  '/radar',
  '/ingest',
  '/healthz',
  '/readyz',
  String.raw`^/map/.*\.pmtiles$`,
]

/** Compressed once at build, so that the server never compresses an asset on request. */
function precompressed(): Plugin {
  const worthCompressing = /\.(js|css|svg|html)$/
  const leastBytes = 1024
  return {
    name: 'precompressed',
    apply: 'build',
    async writeBundle() {
      const names = await readdir(builtFolder, { recursive: true })
      await Promise.all(
        names
          .filter(name => worthCompressing.test(name))
          .map(async name => {
            const path = join(builtFolder, name)
            const bytes = await readFile(path)
            if (bytes.length <= leastBytes) return
            const [br, gz] = await Promise.all([
              promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
              promisify(gzip)(bytes, { level: 9 }),
            ])
            await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
          }),
      )
    },
  }
}

export default defineConfig({
  root: webFolder,
  plugins: [react(), precompressed()],
  build: {
    outDir: builtFolder,
    emptyOutDir: true,
    sourcemap: false,
    manifest: true,
    // Inlined assets would be data: addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: resolve(webFolder, 'index.html'),
      output: {
        // main.tsx forbids eval before any schema is made; chunks must not change that order.
        strictExecutionOrder: true,
        codeSplitting: {
          groups: [
            // What changes rarely stays in the browser's cache when a new Skywarden is installed.
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router|zod|oidc-client-ts|jwt-decode|@tanstack\/(react-query|query-core))\//,
              priority: 3,
            },
            // Large, and only where there is a map.
            {
              name: 'maplibre',
              test: /node_modules\/(maplibre-gl|@maplibre|@mapbox|@protomaps|pmtiles|fflate)\//,
              priority: 3,
            },
            // One file instead of a dozen small ones; screens and what only they need stay apart.
            {
              name: 'shell',
              test: /\/web\/(App|main|session\/|shell\/|data\/(ask|client|live\/old-pictures)\.|parts\/(Card|EmptyState|ErrorNote|Facts|FullPage|PageHeader|StatusPill|Toast\w+|theme|times|use-toast)\.)/,
              priority: 1,
            },
            // What the dashboard's parcels share: each of them then has one file and one style sheet of its own.
            {
              name: 'dashboard',
              test: /\/web\/(screens\/home\/dashboard\/|map\/(colours|strike-age)\.)/,
              minShareCount: 2,
              priority: 1,
            },
            // What several screens share: calls, rules, icons and small parts, most of them wanted by the dashboard.
            {
              name: 'shared',
              test: /\/(domain|contract|web\/data|web\/charts)\/|\/@tabler\/icons-react\/|\/web\/parts\/(use-|durations|countdown|Hint|WarningNote|WeatherIcon)/,
              minShareCount: 2,
              priority: 0,
            },
          ],
        },
      },
    },
  },
  server: {
    strictPort: true,
    proxy: Object.fromEntries(serversOwn.map(path => [path, { target: apiServer }])),
  },
})
