/** Whether this browser receives push messages. */
export type PushState = 'unsupported' | 'insecure' | 'not installed' | 'blocked' | 'off' | 'on'

export interface PushFacts {
  readonly isSecure: boolean
  readonly isSupported: boolean
  readonly permission: 'default' | 'denied' | 'granted'
  /** Whether the browser is subscribed, and this person subscribed it. */
  readonly isSubscribed: boolean
  /** Whether the server sends this person's messages to the browser. */
  readonly isKnown: boolean
  /** Whether this is an iPhone or iPad, where only Home Screen apps receive push messages. */
  readonly needsInstall: boolean
}

export function pushStateOf(facts: PushFacts): PushState {
  if (!facts.isSecure) return 'insecure'
  if (facts.needsInstall) return 'not installed'
  if (!facts.isSupported) return 'unsupported'
  if (facts.permission === 'denied') return 'blocked'
  const isOn = facts.permission === 'granted' && facts.isSubscribed && facts.isKnown
  return isOn ? 'on' : 'off'
}

/** Converts the server's key to the form that browsers take: from base64url to bytes. */
export function keyBytes(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, sign => sign.codePointAt(0) ?? 0)
}

export type PushWord = { readonly kind: 'told' } | { readonly kind: 'open'; readonly path: string }

/** Parses a push worker's message to an open page. A path may lead only to a page of this app. */
export function readPushWord(data: unknown): PushWord | null {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return null
  if (data.kind === 'told') return { kind: 'told' }
  const path = 'path' in data ? data.path : null
  const isOwnPath = typeof path === 'string' && /^\/(?![/\\])/.test(path)
  return data.kind === 'open' && isOwnPath ? { kind: 'open', path } : null
}
