// The package's entry point logs a Node version warning at every start; this imports its provider directly.
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider'
}

declare module 'oidc-provider/lib/helpers/errors.js' {
  export const { InvalidGrant, SessionNotFound }: (typeof import('oidc-provider'))['errors']
}
