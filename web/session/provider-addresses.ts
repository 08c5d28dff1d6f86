/** The endpoints of our own provider. Discovery would cost a round trip before anything can be shown. */
export const issuer = `${location.origin}/identity`
export const tokenEndpoint = `${issuer}/token`
export const signOutEndpoint = `${issuer}/session/end`
export const clientId = 'skywarden-web'
