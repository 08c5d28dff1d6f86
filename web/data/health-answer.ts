import * as z from 'zod/mini'

export type ServerHealth = 'working' | 'failing' | 'unreachable'

const answer = z.object({ ready: z.boolean() })

/**
 * What the text of an answer from /readyz means. Only the server's own words count: a proxy, or the page of a hotel's
 * network, answers as well while the server is gone.
 */
export function healthOf(text: string): ServerHealth {
  const said = answer.safeParse(jsonIn(text))
  if (!said.success) return 'unreachable'
  return said.data.ready ? 'working' : 'failing'
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // not the server's words
  }
}
