import { html, type Html } from './html.ts'

const mark = html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
  <path
    d="M12 2 4 5.4v6.1c0 5 3.3 8.9 8 10.5 4.7-1.6 8-5.5 8-10.5V5.4z"
    fill="none"
    stroke="currentColor"
    stroke-width="1.8"
    stroke-linejoin="round"
  />
  <path d="m13.2 6.5-4.7 6.3h3.1l-.9 4.7 4.8-6.4h-3.2z" fill="currentColor" />
</svg>`

/** Returns a page that works without a script, because a link from a message may open in any browser. */
export function plainPage(title: string, body: Html, script?: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Skywarden</title>
        <link rel="icon" href="/favicon.svg" />
        <link rel="stylesheet" href="/pages.css" />
      </head>
      <body class="identity">
        <main>
          <p class="brand">${mark}Skywarden</p>
          <section class="card">
            <h1>${title}</h1>
            ${body}
          </section>
          <p class="foot">Weather risk, watched for you.</p>
        </main>
        ${script}
      </body>
    </html>`.text
}
