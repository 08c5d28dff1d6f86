import react from '@vitejs/plugin-react'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, defineConfig, type Plugin, type Rollup } from 'vite'
import { leanCalls } from './scripts/lean-calls.ts'
import { draftFolder, publishWebBuild } from './server/platform/http/web-builds.ts'

const webFolder = resolve(import.meta.dirname, 'web')
const dist = resolve(import.meta.dirname, 'dist')
/** Never what a running server serves: a build becomes the current one when it is complete. */
const builtFolder = draftFolder(dist, process.pid)
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
  String.raw`^/embed/[\w-]{22}$`,
  String.raw`^/public/[^/]+/[^/]+/Widget$`,
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

/** A browser has few connections to one address: the large files are asked for before the small ones. */
const weight = (file: Rollup.OutputAsset | Rollup.OutputChunk) =>
  file.type === 'chunk' ? file.code.length : Infinity

/**
 * The state of the places is fetched with the application, and not when that has found out that it is wanted: it has
 * what most screens share as well.
 */
function homeAhead(): Plugin {
  return {
    name: 'home-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_page, { bundle = {} }) =>
        Object.values(bundle)
          .filter(({ fileName }) =>
            /^assets\/(react|vendor|shell|home|answers|begin-ahead|draw-application|live|Home)-[^/]*\.(js|css)$/.test(
              fileName,
            ),
          )
          .sort((one, other) => weight(other) - weight(one))
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: {
              rel: fileName.endsWith('.css') ? 'stylesheet' : 'modulepreload',
              crossorigin: true,
              href: `/${fileName}`,
            },
            injectTo: 'head',
          })),
    },
  }
}

const iconImports = /import\s*\{([^}]*)\}\s*from\s*['"]@tabler\/icons-react['"]/g

type Modules = Pick<Rollup.PluginContext, 'getModuleInfo'>

/** Names a chunk of all that a module of ours needs at once, with its icons: they are imported by way of one long list. */
function reachedFrom(name: string, entry: string) {
  let reached: Set<string> | undefined
  return (id: string, modules: Modules) => {
    reached ??= closureOf(entry, modules)
    const icon = /\/@tabler\/icons-react\/.*\/(Icon\w+)\.mjs$/.exec(id)?.[1]
    return reached.has(icon ?? id) ? name : null
  }
}

function closureOf(entry: string, modules: Modules): Set<string> {
  const reached = new Set([entry])
  for (const id of reached) {
    const module = modules.getModuleInfo(id)
    for (const next of module?.importedIds ?? []) if (!next.includes('/node_modules/')) reached.add(next)
    for (const [, names = ''] of module?.code?.matchAll(iconImports) ?? []) {
      for (const icon of names.split(',')) reached.add(icon.trim().split(/\s+as\s+/)[0] ?? '')
    }
  }
  return reached
}

/**
 * The page on other people's sites: one script and one style sheet with fixed names, which the server puts into its
 * markup. Apart from the application, of which it would otherwise share files. It is the last part of a build.
 */
function lightPage(): Plugin {
  let isWritten = false
  return {
    name: 'light-page',
    apply: 'build',
    writeBundle() {
      isWritten = true
    },
    async closeBundle() {
      if (!isWritten) return // the build has failed
      await build({
        configFile: false,
        root: webFolder,
        logLevel: 'warn',
        publicDir: false,
        build: {
          outDir: builtFolder,
          emptyOutDir: false,
          lib: {
            entry: join(webFolder, 'embed/main.ts'),
            formats: ['iife'],
            name: 'skywarden',
            fileName: () => 'embed.js',
            cssFileName: 'embed',
          },
        },
      })
      publishWebBuild(dist, builtFolder, new Date())
    },
  }
}

export default defineConfig({
  root: webFolder,
  plugins: [
    react(),
    leanCalls(resolve(import.meta.dirname, 'contract')),
    homeAhead(),
    precompressed(),
    lightPage(),
  ],
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
            // Who uses this browser is asked before anything else is here.
            {
              name: 'session',
              test: /node_modules\/oauth4webapi\/|\/web\/(main|trusted-types|session\/(silent|provider|renewal|remembered|store)|data\/live\/old-pictures|parts\/(browser\/next-task|leaving\/watch-leaving))\./,
              priority: 4,
            },
            // What changes rarely stays in the browser's cache when a new Skywarden is installed. In two files, since
            // several connections are faster than one.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
            {
              name: 'vendor',
              test: /node_modules\/(react-router|zod|@tanstack\/(react-query|query-core))\//,
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
              test: /\/web\/(App|routes|begin-ahead|draw-application|session\/|shell\/(?!PushNote)|data\/requests\/(ask|client)\.|parts\/(page\/(Card|EmptyState|ErrorNote|Facts|FullPage|PageHeader|StatusPill)|toasts\/(Toast\w+|use-toast)|look\/theme|time\/times)\.)/,
              priority: 1,
            },
            // All that the state of the places is made of, in one file, and nothing that is wanted after it.
            { name: reachedFrom('home', join(webFolder, 'screens/home/Home.tsx')), priority: 1 },
            // Of what several screens share, only what the first cards need is fetched with them.
            {
              name: reachedFrom(
                'first-cards',
                join(webFolder, 'screens/home/dashboard/place/PlaceCards.tsx'),
              ),
              minShareCount: 2,
              priority: 1,
            },
            {
              name: reachedFrom('more-cards', join(webFolder, 'screens/home/dashboard/later-cards.ts')),
              minShareCount: 2,
              priority: 1,
            },
            // What the dashboard's cards share: each of their parcels then has one file and one style sheet of its own.
            {
              name: 'cards',
              test: /\/web\/(screens\/home\/dashboard\/|charts\/|map\/(colours|strike-age)\.)/,
              minShareCount: 2,
              priority: 0,
            },
            // What several screens share: calls, rules, icons and small parts.
            {
              name: 'shared',
              test: /\/(domain|contract|web\/data)\/|\/@tabler\/icons-react\/|\/web\/parts\/(\w+\/use-(?!leaving)|time\/durations|weather\/WeatherIcon)/,
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
