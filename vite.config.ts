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
/** A running server never serves this folder: a build is published only when it is complete. */
const builtFolder = draftFolder(dist, process.pid)
const apiServer = `http://localhost:${process.env['PORT'] ?? 8080}`
/** Paths that the server handles. Vite serves everything else, such as the modules in web/map. */
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

/** Compresses assets during the build, so the server need not compress them on request. */
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

/** Large files are requested before small ones, since a browser opens few connections to one host. */
const weight = (file: Rollup.OutputAsset | Rollup.OutputChunk) =>
  file.type === 'chunk' ? file.code.length : Infinity

/**
 * Preloads the home screen together with the application instead of after routing. Its files also contain what most
 * screens share.
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
            /^assets\/(react|client|vendor|no-eval|shell|home|answers|begin-ahead|draw-application|live|Home)-[^/]*\.(js|css)$/.test(
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

/**
 * Fails the build if chunks import each other in a circle. Without circles, each module runs after all those that it
 * imports, and the bundler does not have to wrap every module in a function to keep that order.
 */
function chunksWithoutCircles(): Plugin {
  return {
    name: 'chunks-without-circles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const circle = circleIn(bundle)
      if (circle)
        this.error(`Chunks import each other: ${circle.join(' -> ')}. Move a module between groups.`)
    },
  }
}

function circleIn(bundle: Rollup.OutputBundle): readonly string[] | undefined {
  const done = new Set<string>()
  function follow(name: string, path: readonly string[]): readonly string[] | undefined {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || done.has(name)) return undefined
    for (const next of chunk.imports) {
      const found = follow(next, [...path, name])
      if (found) return found
    }
    done.add(name)
    return undefined
  }
  for (const name of Object.keys(bundle)) {
    const found = follow(name, [])
    if (found) return found
  }
  return undefined
}

const styleSheetLinks = /^ *<link rel="stylesheet"[^>]*>\n/gm

/**
 * Moves the style sheets to the end of the page: whatever precedes them is painted immediately. Scripts wait for them.
 */
function stylesLast(): Plugin {
  return {
    name: 'styles-last',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(page) {
        const links = page.match(styleSheetLinks) ?? []
        return page.replace(styleSheetLinks, '').replace('  </body>', `${links.join('')}  </body>`)
      },
    },
  }
}

const iconImports = /import\s*\{([^}]*)\}\s*from\s*['"]@tabler\/icons-react['"]/g

type Modules = Pick<Rollup.PluginContext, 'getModuleInfo'>

/**
 * Names a chunk for everything that one of our modules imports statically. Icons are matched by name, since they are
 * all imported from one index file.
 */
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
 * Builds the page that other sites embed: one script and one style sheet with fixed names, which the server inserts
 * into its markup. A separate build keeps it from sharing files with the application. It is the last step of a build.
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
      if (!isWritten) return // the build failed
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
    chunksWithoutCircles(),
    homeAhead(),
    stylesLast(),
    precompressed(),
    lightPage(),
  ],
  build: {
    outDir: builtFolder,
    emptyOutDir: true,
    sourcemap: false,
    manifest: true,
    // Inlined assets would be data: URLs, which the content security policy blocks.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: resolve(webFolder, 'index.html'),
      output: {
        codeSplitting: {
          groups: [
            // Finds out who is signed in before anything else has loaded.
            {
              name: 'session',
              test: /vite\/preload-helper|\/contract\/first-paths\.|\/web\/(trusted-types|session\/(silent|renewal|issued|token-claims|remembered|store|first-requests)|data\/live\/(old-pictures|moment)|parts\/(browser\/next-task|leaving\/watch-leaving))\./,
              priority: 4,
            },
            // Rarely changes, and stays in the browser's cache after an upgrade. Two files, since several connections
            // are faster than one.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
            {
              name: 'vendor',
              test: /node_modules\/(react-router|zod|@tanstack\/(react-query|query-core))\//,
              priority: 3,
            },
            // A large library that only maps need.
            {
              name: 'maplibre',
              test: /node_modules\/(maplibre-gl|@maplibre|@mapbox|@protomaps|pmtiles|fflate)\//,
              priority: 3,
            },
            // One file instead of a dozen small ones. Screens and what only they need stay separate.
            {
              name: 'shell',
              test: /\/web\/(App|routes|begin-ahead|draw-application|session\/(?!provider\.)|shell\/(?!PushNote)|data\/requests\/(ask|client)\.|parts\/(page\/(Card|EmptyState|ErrorNote|Facts|FullPage|PageHeader|StatusPill)|toasts\/(Toast\w+|use-toast)|look\/theme|time\/times)\.)/,
              priority: 1,
            },
            // Everything the home screen needs at first, in one file, and nothing it needs later.
            { name: reachedFrom('home', join(webFolder, 'screens/home/Home.tsx')), priority: 1 },
            // Loads right after the first screen, and must not include anything that all screens share with that
            // screen.
            { name: reachedFrom('push', join(webFolder, 'shell/PushNote.tsx')), priority: 1 },
            // The part of the shared code that the first cards need.
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
            // The code that the dashboard's cards share. Each lazy-loaded group then has one script and one style
            // sheet.
            {
              name: 'cards',
              test: /\/web\/(screens\/home\/dashboard\/|charts\/|map\/colours\.)/,
              minShareCount: 2,
              priority: 0,
            },
            // Code that several screens share: API calls, rules, icons and small components.
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
