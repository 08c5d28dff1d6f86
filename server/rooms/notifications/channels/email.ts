import { createTransport } from 'nodemailer'
import type { Channel, Outcome } from './channel.ts'

export interface EmailOptions {
  readonly smtpUrl: string | undefined
  readonly from: string
}

const keeping: Channel = { deliver: async () => ({ kind: 'kept' }) }

/** A server that says 5xx will say it again; anything else may pass. */
function judge(error: unknown): Outcome {
  const { responseCode, message } = error as { responseCode?: number; message: string }
  const final = responseCode !== undefined && responseCode >= 500
  return { kind: final ? 'give-up' : 'try-again', because: message }
}

export function emailChannel({ smtpUrl, from }: EmailOptions): Channel {
  if (!smtpUrl) return keeping
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })
  const host = new URL(smtpUrl).hostname

  return {
    async deliver({ recipient, subject, text, key }) {
      try {
        // An address as an object is never read as a list: one recipient stays one.
        const to = { name: '', address: recipient }
        await transport.sendMail({ from, to, subject, text, messageId: `<${key}@${host}>` })
        return { kind: 'sent' }
      } catch (error) {
        return judge(error)
      }
    },
  }
}
