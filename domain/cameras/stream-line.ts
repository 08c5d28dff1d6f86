/** A message on a camera's socket: the URL of the stream, or a status line. */
export type StreamLine =
  | { readonly kind: 'address'; readonly url: string }
  | { readonly kind: 'status'; readonly text: string }

/** The URL must be HTTPS, except on a local machine. */
const address = /https?:\/\/\S+/

export function readStreamLine(text: string): StreamLine {
  const url = address.exec(text)?.[0]
  return url === undefined ? { kind: 'status', text: text.trim() } : { kind: 'address', url }
}

/** After this long, viewers are asked whether they are still there. */
export const idleAfterSeconds = 180
/** How long viewers have to respond. */
export const idleCountdownSeconds = 30
