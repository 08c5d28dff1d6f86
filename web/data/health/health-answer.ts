import * as z from 'zod/mini'

export type HealthState = 'working' | 'failing' | 'unreachable'

const answer = z.object({ ready: z.boolean() })

/**
 * Interprets the body of a /readyz response. Only the server's own text is valid, because a proxy or a hotel's captive
 * portal also responds while the server is down.
 */
export function healthOf(text: string): HealthState {
  const reported = answer.safeParse(jsonIn(text))
  if (!reported.success) return 'unreachable'
  return reported.data.ready ? 'working' : 'failing'
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // not the server's own response
  }
}
