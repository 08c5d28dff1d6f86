import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { allCalls, callsByRoom } from '#contract/index'
import { ingestStrikes } from '#contract/weather/lightning'
import { describedFields, type DescribedPart } from './describe-fields.ts'
import { docsPage } from './docs-page.ts'
import { html } from './html.ts'
import { markdown } from './markdown.ts'
import { documentShape, type OpenApi } from './openapi.testing.ts'
import { openApiDocument } from './openapi.ts'

/** Rooms that third parties write programs against. Their replies must be described, too. */
const forOthers = ['lightning', 'locations', 'conditions', 'policies', 'radar', 'live']

const unexplained = (call: (typeof allCalls)[number], parts: readonly DescribedPart[]) =>
  parts.flatMap(part => describedFields(call, part)).filter(({ meaning }) => !meaning)

describe('the API documentation', () => {
  it.each(allCalls.map(call => [call.name, call] as const))('describes the input of %s', (_, call) => {
    expect(unexplained(call, ['params', 'query', 'body']).map(({ path }) => path)).toEqual([])
  })

  it.each(forOthers.flatMap(room => (callsByRoom[room] ?? []).map(call => [call.name, call] as const)))(
    'describes the output of %s',
    (_, call) => {
      const fields = (call.file ?? call.media) ? [] : unexplained(call, ['reply'])
      expect(fields.map(({ path }) => path)).toEqual([])
    },
  )

  it('gives type, range, unit and example of a nested field', () => {
    const amp = describedFields(ingestStrikes, 'body').find(({ path }) => path === 'strikes.amp')
    expect(amp).toMatchObject({
      depth: 1,
      type: 'number from -2000 to 2000 or null',
      isRequired: false,
      example: '-23.4',
    })
    expect(amp?.meaning).toContain('kiloamperes')
  })

  it('has an anchor for every call and escapes what it shows', () => {
    const page = docsPage(callsByRoom)
    for (const call of allCalls) expect(page).toContain(`<article id="${call.name}">`)
    expect(page).not.toContain('<script')
    expect(page).toContain('<link rel="icon" href="/favicon.svg" />')
  })
})

describe('the OpenAPI document', () => {
  const document = openApiDocument(callsByRoom, 'http://localhost')
  const { paths } = document as OpenApi

  it('has the structure of OpenAPI 3.0, of which generated clients are made', () => {
    expect(documentShape.safeParse(document).error).toBeUndefined()
  })

  it('names each call once, and declares exactly the parameters of its path', () => {
    const operations = Object.entries(paths).flatMap(([path, entry]) =>
      Object.values(entry).map(operation => ({ path, ...operation })),
    )
    const names = operations.map(({ operationId }) => operationId)
    expect(new Set(names).size).toBe(names.length)
    for (const { path, operationId, parameters } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = parameters.filter(each => each.in === 'path').map(({ name }) => name)
      expect(declared.sort(), operationId).toEqual(inPath.sort())
    }
  })

  it.each([
    ['/ingest/strikes', 'post', [{ feedKey: [] }]],
    ['/radar/{type}/{picture}', 'get', [{ addressKey: [] }]],
    ['/api/live', 'get', [{ accessToken: [] }]],
  ])('describes how to authenticate for %s', (path, method, security) => {
    expect(paths[path]?.[method]?.security).toEqual(security)
  })

  it.each([
    ['/api/location/Add', 'post', true],
    ['/api/policy/{id}', 'delete', true],
    ['/api/location', 'get', false],
    ['/api/location/Restriction', 'post', false],
    ['/ingest/strikes', 'post', false],
  ])('states whether %s accepts an idempotency key', (path, method, takesIt) => {
    const headers = paths[path]?.[method]?.parameters.filter(parameter => parameter.in === 'header') ?? []
    expect(headers.map(({ name }) => name)).toEqual(takesIt ? ['Idempotency-Key'] : [])
  })

  it('lists the errors of a call', () => {
    const responses = Object.keys(paths['/ingest/strikes']?.['post']?.responses ?? {})
    expect(responses).toEqual(expect.arrayContaining(['200', '400', '401', '413', '429']))
  })
})

describe('our Markdown renderer', () => {
  it('produces HTML, keeps code verbatim and escapes everything', () => {
    const { text } = html`${markdown(
      '# A & B\n\nUse `<b>` and **this**, [there](/x).\n\n- one\n- two\n\n```\nif (a < b)\n\n  go()\n```\n\n| a | b |\n| - | - |\n| 1 | `2` |',
    )}`
    for (const piece of [
      '<h1>A &amp; B</h1>',
      '<code>&lt;b&gt;</code> and <strong>this</strong>, <a href="/x">there</a>',
      '<ul><li>one</li><li>two</li></ul>',
      '<pre tabindex="0"><code>if (a &lt; b)\n\n  go()</code></pre>',
      '<td>1</td><td><code>2</code></td>',
    ]) {
      expect(text.replace(/>\s+</g, '><')).toContain(piece.replace(/>\s+</g, '><'))
    }
  })

  it.each(['help', 'build-a-device', 'write-a-feed', 'your-own-instruments', 'single-sign-on'])(
    'renders the guide %s without leaving any Markdown syntax, and each code block apart',
    name => {
      const guide = readFileSync(`docs/${name}.md`, 'utf8')
      const page = markdown(guide).text
      const prose = page.replace(/<pre[^>]*>[\s\S]*?<\/pre>|<code>.*?<\/code>/g, '')
      expect(prose).not.toMatch(/\*\*|```|^\||^#|\]\(/m)
      expect(page.match(/<pre/g) ?? []).toHaveLength((guide.match(/^```/gm) ?? []).length / 2)
    },
  )
})
