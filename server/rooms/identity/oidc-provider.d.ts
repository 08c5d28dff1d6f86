// The package's own entry greets every start with a warning about the Node version; what we need lies beside it.
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider'
}

declare module 'oidc-provider/lib/helpers/errors.js' {
  export class InvalidRequest extends Error {
    constructor(description: string)
  }
}
