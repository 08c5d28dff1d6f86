/** What comes over the socket of a camera: the address of the stream, or a line that says how things are going. */
export type StreamLine =
  | { readonly kind: 'address'; readonly url: string }
  | { readonly kind: 'status'; readonly text: string }

/** The address is HTTPS, except on a machine of one's own. */
const address = /https?:\/\/\S+/

export function readStreamLine(text: string): StreamLine {
  const url = address.exec(text)?.[0]
  return url === undefined ? { kind: 'status', text: text.trim() } : { kind: 'address', url }
}

/** After this long of viewing, people are asked whether they still are there. */
export const idleAfterSeconds = 180
/** How long they have to say so. */
export const idleCountdownSeconds = 30
