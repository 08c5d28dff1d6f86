import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
const secretBytes = 32

/** Creates a secret in the Standard Webhooks format: 24 to 64 bytes in base64, with a prefix. */
export const makeSecret = () => prefix + randomBytes(secretBytes).toString('base64')

export interface Signed {
  readonly id: string
  readonly timestampSeconds: number
  readonly body: string
}

function signature(secret: string, { id, timestampSeconds, body }: Signed): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const content = `${id}.${timestampSeconds}.${body}`
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

/** A message's headers: one signature per valid secret, newest first. */
export function signedHeaders(secrets: readonly string[], message: Signed): Record<string, string> {
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestampSeconds),
    'webhook-signature': secrets.map(secret => signature(secret, message)).join(' '),
  }
}
