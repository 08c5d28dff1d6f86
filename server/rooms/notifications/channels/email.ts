import { Transform } from 'node:stream'
import { createTransport } from 'nodemailer'
import { keepingBecause, type DeliveryChannel, type Message, type DeliveryAttempt } from './channel.ts'
import { renderEmail } from './render-email.ts'

export interface EmailOptions {
  readonly smtpUrl: string | undefined
  readonly from: string
  readonly baseUrl: string
  /** The address by which a person ends alerts by e-mail. */
  readonly unsubscribeUrl: (userId: string) => string
  /** Null for an organization that is gone. */
  readonly organizationOf: (customerId: number) => Promise<string | null>
  /** What is said of a message that is kept, where no server is set. */
  readonly keptBecause?: string | null
}

/** As many as small mail servers like of one sender, and enough to tell ten thousand people in seconds. */
const atOnce = 12
/** As many connections as messages under way: none waits at them, and its time is the server's own. */
const atMost = 3 * atOnce

/** A server that says 5xx will say it again; anything else may pass. */
function judge(error: unknown): DeliveryAttempt {
  const { responseCode, message } = error as { responseCode?: number; message: string }
  const final = responseCode !== undefined && responseCode >= 500
  return { kind: final ? 'give-up' : 'try-again', because: message }
}

/** One click in a mail program is enough (RFC 8058), and a link for everybody else. */
function unsubscribeHeaders(url: string) {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** The letter as one piece: as it is composed it comes in dozens, and each would be written to the network by itself. */
function inOnePiece(): Transform {
  const pieces: Buffer[] = []
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      pieces.push(piece)
      done()
    },
    flush(done) {
      done(null, Buffer.concat(pieces))
    },
  })
}

export function emailChannel(options: EmailOptions): DeliveryChannel {
  const { smtpUrl, from, baseUrl, unsubscribeUrl, organizationOf } = options
  if (!smtpUrl) return keepingBecause(options.keptBecause ?? null)
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: atMost,
    maxMessages: 1000,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 10_000,
  })
  transport.use('stream', (mail, done) => {
    mail.message.transform(inOnePiece)
    done()
  })
  const host = new URL(smtpUrl).hostname

  return {
    atOnce,
    atMost,
    async deliver(message: Message) {
      const { customerId, recipient, subject, key, userId, isNotification, replyTo } = message
      const unsubscribe = isNotification && userId !== null ? unsubscribeUrl(userId) : null
      const organization = customerId === null ? null : await organizationOf(customerId)
      const { text, html } = renderEmail(message, { baseUrl, unsubscribe, organization })
      try {
        // An address as an object is never read as a list: one recipient stays one.
        const to = { name: '', address: recipient }
        const headers = unsubscribe === null ? {} : unsubscribeHeaders(unsubscribe)
        const { response } = await transport.sendMail({
          from,
          to,
          subject,
          text,
          html,
          headers,
          ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
          messageId: `<${key}@${host}>`,
        })
        return { kind: 'sent', answer: response }
      } catch (error) {
        return judge(error)
      }
    },
    async probe() {
      try {
        await transport.verify()
        return { kind: 'sent' }
      } catch (error) {
        return { kind: 'try-again', because: (error as Error).message }
      }
    },
    close: () => transport.close(),
  }
}
