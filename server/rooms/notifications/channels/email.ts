import { Transform } from 'node:stream'
import { createTransport } from 'nodemailer'
import { isWithoutTls, smtpConnection, smtpReason } from '#server/platform/smtp-connection'
import { storeOnlyBecause, type DeliveryChannel, type Message, type DeliveryAttempt } from './channel.ts'
import { renderEmail } from './render-email.ts'

export interface EmailOptions {
  readonly smtpUrl: string | undefined
  readonly from: string
  readonly baseUrl: string
  /** Returns the URL where a person turns off email alerts. */
  readonly unsubscribeUrl: (userId: string) => string
  /** Returns the organization's name; null for a deleted organization. */
  readonly organizationOf: (customerId: number) => Promise<string | null>
  /** The reason shown for a kept message when no mail server is configured. */
  readonly keptBecause?: string | null
}

/**
 * As many connections as small mail servers accept from one sender, and enough to notify ten thousand people in
 * seconds.
 */
const atOnce = 12
/**
 * One connection for each message in progress, so that no message waits for a connection and a slow attempt always
 * means a slow server.
 */
const atMost = 3 * atOnce

/** A 5xx response is permanent; anything else may be temporary. */
function judge(error: unknown): DeliveryAttempt {
  const { responseCode, message } = error as { responseCode?: number; message: string }
  if (isWithoutTls(error)) return { kind: 'try-again', because: smtpReason(error) }
  const final = responseCode !== undefined && responseCode >= 500
  const code = responseCode !== undefined && { code: responseCode }
  return { kind: final ? 'give-up' : 'try-again', because: message, ...code }
}

/** Headers for one-click unsubscribing in mail programs (RFC 8058), with a link for everyone else. */
function unsubscribeHeaders(url: string) {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/**
 * Joins the message into one chunk: the composer emits dozens of pieces, and each would be a separate network write.
 */
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
  if (!smtpUrl) return storeOnlyBecause(options.keptBecause ?? null)
  const transport = createTransport({
    ...smtpConnection(smtpUrl),
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
      const { customerId, recipient, subject, key, userId, isNotification, replyTo, validUntil } = message
      const unsubscribe = isNotification && userId !== null ? unsubscribeUrl(userId) : null
      // An alert without the organization's name is better than a late one.
      const organization = customerId === null ? null : await organizationOf(customerId).catch(() => null)
      const { text, html } = renderEmail(message, { baseUrl, unsubscribe, organization })
      try {
        // An address object is never parsed as a list, so one recipient remains one.
        const to = { name: '', address: recipient }
        const headers = {
          ...(unsubscribe !== null && unsubscribeHeaders(unsubscribe)),
          // Some mail programs show such an email as old (RFC 4021); nothing takes it out of a server's queue.
          ...(validUntil && { Expires: validUntil.toUTCString() }),
        }
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
        const code = Number.parseInt(response, 10)
        return { kind: 'sent', answer: response, ...(Number.isInteger(code) && { code }) }
      } catch (error) {
        return judge(error)
      }
    },
    async probe() {
      try {
        await transport.verify()
        return { kind: 'sent' }
      } catch (error) {
        return {
          kind: 'try-again',
          because: isWithoutTls(error) ? smtpReason(error) : (error as Error).message,
        }
      }
    },
    close: () => transport.close(),
  }
}
