// The package's own entry greets every start with a warning about the Node version; its provider lies beside it.
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider'
}
