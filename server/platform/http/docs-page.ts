import type { Call } from '#contract/call'
import { html, type Html } from './html.ts'
import { whoInWords } from './openapi.ts'

function callEntry(call: Call): Html {
  return html`<article id="${call.name}">
    <h3><code class="method ${call.method.toLowerCase()}">${call.method}</code> <code>${call.path}</code></h3>
    <p>${call.summary}.</p>
    <p class="quiet">${whoInWords(call.who)}</p>
  </article>`
}

/** A readable list of every call, for people; machines read the OpenAPI document. */
export function docsPage(callsByRoom: Readonly<Record<string, readonly Call[]>>): string {
  const rooms = Object.entries(callsByRoom).map(
    ([room, calls]) =>
      html`<section>
        <h2>${room}</h2>
        ${calls.map(callEntry)}
      </section>`,
  )
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Skywarden API</title>
        <link rel="stylesheet" href="/pages.css" />
      </head>
      <body class="docs">
        <main>
          <h1>Skywarden API</h1>
          <p>
            Answers come in <code>data</code>, refusals in <code>responseException</code> with a
            <code>message</code> and <code>errors</code> by field. Send the access token as a bearer token.
            The same in machine-readable form: <a href="/api/openapi.json">openapi.json</a>.
          </p>
          ${rooms}
        </main>
      </body>
    </html>`.text
}
