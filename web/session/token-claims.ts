/** What a token says about itself. Read for display only: the server alone decides whether it is true. */
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
