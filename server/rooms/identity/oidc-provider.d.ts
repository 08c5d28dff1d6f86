// The package's entry point logs a Node version warning at every start; this imports its provider directly.
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider'
}
