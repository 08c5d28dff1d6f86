declare module 'samlp' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Options {
    readonly issuer: string
    readonly cert: string
    readonly key: string
    readonly audience?: string
    readonly destination?: string
    readonly recipient?: string
    readonly inResponseTo?: string
    readonly signatureAlgorithm?: string
    readonly digestAlgorithm?: string
    readonly lifetimeInSeconds?: number
    readonly redirectEndpointPath?: string
    readonly postEndpointPath?: string
  }
  interface Person {
    readonly id: string
    readonly displayName: string
    readonly name: { readonly givenName: string; readonly familyName: string }
    readonly emails: readonly { readonly value: string }[]
  }
  const samlp: {
    getSamlResponse(options: Options, person: Person, done: (error: Error | null, xml: string) => void): void
    metadata(options: Options): (request: IncomingMessage, reply: ServerResponse) => void
  }
  export default samlp
}
