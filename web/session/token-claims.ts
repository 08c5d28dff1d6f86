/** Reads a token's claims, for display only. Only the server decides whether they are true. */
export function tokenClaims(token: string): Record<string, unknown> {
  try {
    const body = token.split('.')[1] ?? ''
    const bytes = Uint8Array.from(atob(body.replaceAll('-', '+').replaceAll('_', '/')), character =>
      character.charCodeAt(0),
    )
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof claims === 'object' && claims !== null ? { ...claims } : {}
  } catch {
    return {}
  }
}
