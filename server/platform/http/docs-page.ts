import type { Call } from '#contract/call'
import {
  describedFields,
  schemaOf,
  typeInWords,
  type DocumentedField,
  type DescribedPart,
} from './describe-fields.ts'
import { html, type Html } from './html.ts'
import { refusalsOf, whoInWords } from './openapi.ts'

type Rooms = Readonly<Record<string, readonly Call[]>>

const roomTitle = (room: string) => {
  const words = room.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns a documentation page with the common frame. */
export function documentPage(title: string, navigation: Html, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="/favicon.svg" />
        <link rel="stylesheet" href="/pages.css" />
        <link rel="stylesheet" href="/docs.css" />
      </head>
      <body class="docs">
        <nav aria-label="Contents">${navigation}</nav>
        <main>${content}</main>
      </body>
    </html>`.text
}

function fieldRow(field: DocumentedField, part: DescribedPart): Html {
  const isMust = part !== 'reply' && field.isRequired
  return html`<tr class="depth-${Math.min(field.depth, 4)}">
    <td><code>${field.name}</code>${isMust && html` <span class="must">required</span>`}</td>
    <td>${field.type}</td>
    <td>
      ${field.meaning}${
        field.example !== undefined &&
        html` <span class="example">For example <code>${field.example}</code></span>`
      }
    </td>
  </tr>`
}

function fieldTable(title: string, fields: readonly DocumentedField[], part: DescribedPart): Html {
  return html`<div class="fields">
    <table>
      <caption>
        ${title}
      </caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${fields.map(field => fieldRow(field, part))}
      </tbody>
    </table>
  </div>`
}

const inputTitles = { params: 'In the path', query: 'In the query', body: 'In the body, as JSON' } as const

function inputOf(call: Call): Html[] {
  return (['params', 'query', 'body'] as const).flatMap(part => {
    const fields = describedFields(call, part)
    const isList = schemaOf(call, part).type === 'array'
    return fields.length > 0
      ? [fieldTable(`${inputTitles[part]}${isList ? ', a list of' : ''}`, fields, part)]
      : []
  })
}

function replyInWords(call: Call): string {
  if (call.file) return `a file (${call.file})`
  if (call.media) return `${call.media.startsWith('audio') ? 'a sound' : 'a picture'} (${call.media})`
  const type = typeInWords(schemaOf(call, 'reply'))
  if (call.streams) return `a stream of server-sent events (text/event-stream), each an ${type}`
  return call.bare ? `${type}, without the envelope` : `${type === 'null or null' ? 'null' : type}, in data`
}

function replyOf(call: Call): Html {
  const fields = call.file || call.media ? [] : describedFields(call, 'reply')
  const sentence = html`<b>Replies</b> with ${replyInWords(call)}`
  if (fields.length === 0) return html`<p>${sentence}.</p>`
  return html`<details>
    <summary>${sentence}: ${fields.length === 1 ? '1 field' : `${fields.length} fields`}</summary>
    ${fieldTable('In the reply', fields, 'reply')}
  </details>`
}

function callEntry(call: Call): Html {
  const refusals = refusalsOf(call)
  return html`<article id="${call.name}">
    <h3>
      <a href="#${call.name}"
        ><code class="method ${call.method.toLowerCase()}">${call.method}</code> <code>${call.path}</code></a
      >
    </h3>
    <p>${call.summary}.</p>
    <p class="quiet">${whoInWords(call)}</p>
    ${inputOf(call)} ${replyOf(call)}
    <details>
      <summary><b>Fails</b> with ${refusals.map(([status]) => status).join(', ')}</summary>
      <dl>
        ${refusals.map(
          ([status, because]) =>
            html`<dt>${status}</dt>
              <dd>${because}</dd>`,
        )}
      </dl>
    </details>
  </article>`
}

function contents(rooms: Rooms): Html {
  return html`<p class="brand"><a href="/api/docs">Skywarden API</a></p>
    <p><a href="/api/docs/write-a-feed">Write a feed in 15 minutes</a></p>
    <p><a href="/api/docs/single-sign-on">Set up single sign-on</a></p>
    <p><a href="/api/openapi.json">openapi.json</a></p>
    ${Object.entries(rooms).map(
      ([room, calls]) =>
        html`<details>
          <summary>${roomTitle(room)}</summary>
          <ul>
            ${calls.map(call => html`<li><a href="/api/docs#${call.name}">${call.name}</a></li>`)}
          </ul>
        </details>`,
    )}`
}

const basics = html`<h1>Skywarden API</h1>
  <p class="lead">
    The web app uses only these calls. To send your own lightning data, start with
    <a href="/api/docs/write-a-feed">Write a feed in 15 minutes</a>; to generate a client, use
    <a href="/api/openapi.json">openapi.json</a>.
  </p>
  <section class="basics">
    <div>
      <h2>Responses</h2>
      <p>The result is in <code>data</code>, with a <code>message</code> for people if there is one.</p>
      <pre tabindex="0"><code>{ "data": …, "message": "Saved." }</code></pre>
    </div>
    <div>
      <h2>Errors</h2>
      <p>A status of 400 or higher, a <code>message</code> for people, and <code>errors</code> by field.</p>
      <pre tabindex="0"><code>{ "responseException": {
    "message": "Please check what you entered.",
    "errors": { "Label": ["is required"] } } }</code></pre>
    </div>
    <div>
      <h2>Authentication</h2>
      <p>
        People send their access token as <code>Authorization: Bearer …</code>, as issued by OpenID Connect
        (<code>/identity</code>). Strike sources send their feed key in the same header. URLs of images and
        sounds contain their own key.
      </p>
    </div>
    <div>
      <h2>Retrying</h2>
      <p>
        A call that changes something takes the header <code>Idempotency-Key</code>: up to 200 characters of
        your choice, a new one for each action. For 24 hours, the same key returns the same response as the
        first time, with <code>Idempotency-Replayed: true</code>, and nothing is done again. Send it again if
        a response was lost.
      </p>
    </div>
    <div>
      <h2>Concurrent changes</h2>
      <p>
        Things that people edit have a <code>version</code>. Send it back with your change: if someone else
        changed it first, you get 409, with the latest state in <code>current</code>. Without a version, your
        change always applies.
      </p>
    </div>
    <div>
      <h2>Limits</h2>
      <p>
        900 requests a minute per person, 300 per anonymous address, 6,000 for machines. Beyond that, you get
        429 with
        <code>Retry-After</code>. Paths are case-insensitive; unknown fields are rejected.
      </p>
    </div>
  </section>`

/** Lists every call with its fields, for people; programs read the OpenAPI document. */
export function docsPage(rooms: Rooms): string {
  const sections = Object.entries(rooms).map(
    ([room, calls]) =>
      html`<section id="${room}">
        <h2>${roomTitle(room)}</h2>
        ${calls.map(callEntry)}
      </section>`,
  )
  return documentPage('Skywarden API', contents(rooms), html`${basics} ${sections}`)
}

/** Returns a page of prose in the same frame. */
export function prosePage(title: string, prose: Html, rooms: Rooms): string {
  return documentPage(`${title} · Skywarden API`, contents(rooms), html`<div class="prose">${prose}</div>`)
}
