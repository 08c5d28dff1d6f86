/** HTML that is safe to send. It can only be made by `html`, which escapes every value inserted into it. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Piece = string | number | Html | readonly Html[] | undefined | false

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => entities[character] as string)
}

function render(piece: Piece): string {
  if (piece === undefined || piece === false) return ''
  if (piece instanceof Html) return piece.text
  if (typeof piece === 'object') return piece.map(render).join('')
  return escapeHtml(String(piece))
}

export function html(parts: TemplateStringsArray, ...pieces: Piece[]): Html {
  return new Html(parts.reduce((text, part, index) => text + render(pieces[index - 1]) + part))
}
