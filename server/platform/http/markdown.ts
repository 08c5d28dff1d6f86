import { html, Html } from './html.ts'

// The subset of Markdown that our own pages use: headings, paragraphs, lists, tables and fenced code; inline code, bold
// and links.

function inline(text: string): Html[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\))/).map(piece => {
    const link = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(piece)
    if (link) return html`<a href="${link[2] ?? ''}">${inline(link[1] ?? '')}</a>`
    if (/^`.+`$/.test(piece)) return html`<code>${piece.slice(1, -1)}</code>`
    if (/^\*\*.+\*\*$/.test(piece)) return html`<strong>${piece.slice(2, -2)}</strong>`
    return html`${piece}`
  })
}

const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

function headingOf(text: string, level: number): Html {
  if (level === 1) return html`<h1>${inline(text)}</h1>`
  return level === 2
    ? html`<h2 id="${anchor(text)}">${inline(text)}</h2>`
    : html`<h3 id="${anchor(text)}">${inline(text)}</h3>`
}

const cells = (row: string) =>
  row
    .replace(/^\||\|$/g, '')
    .split('|')
    .map(cell => cell.trim())

function table([head = '', , ...rows]: string[]): Html {
  return html`<div class="fields">
    <table>
      <thead>
        <tr>
          ${cells(head).map(cell => html`<th scope="col">${inline(cell)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          row =>
            html`<tr>
              ${cells(row).map(cell => html`<td>${inline(cell)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

function list(lines: string[]): Html {
  const items = lines.map(line => html`<li>${inline(line.replace(/^(-|\d+\.) /, ''))}</li>`)
  return lines[0]?.startsWith('-')
    ? html`<ul>
        ${items}
      </ul>`
    : html`<ol>
        ${items}
      </ol>`
}

function block(text: string): Html {
  const lines = text.split('\n')
  const title = /^(#{1,3}) (.*)$/.exec(text)
  if (title) return headingOf(title[2] ?? '', title[1]?.length ?? 1)
  if (text.startsWith('|')) return table(lines)
  if (/^(-|\d+\.) /.test(text)) return list(lines)
  return html`<p>${inline(lines.join(' '))}</p>`
}

/** Renders our own Markdown as HTML. Code keeps its lines; other blocks are separated by blank lines. */
export function markdown(source: string): Html {
  const pieces = source.split(/^```[^\n]*\n([\s\S]*?)^```$/m)
  return html`${pieces.map((piece, index) =>
    index % 2 === 1
      ? html`<pre tabindex="0"><code>${piece.trimEnd()}</code></pre>`
      : html`${piece
          .split(/\n{2,}/)
          .filter(text => text.trim() !== '')
          .map(text => block(text.trim()))}`,
  )}`
}
