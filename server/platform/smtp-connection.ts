/** How to connect to the mail server, for nodemailer. */
export interface SmtpConnection {
  readonly url: string
  readonly requireTLS: boolean
  readonly ignoreTLS: boolean
}

const notThese = ['ignoreTLS', 'requireTLS', 'opportunisticTLS', 'secure']

/** Returns what is wrong with SMTP_URL apart from its form; null if nothing is. */
export function smtpFault(smtpUrl: string): string | null {
  const { protocol, searchParams } = new URL(smtpUrl)
  const tls = searchParams.get('tls')
  const other = notThese.find(name => searchParams.has(name))
  if (other !== undefined)
    return `must not contain ${other}: smtp:// demands encryption (STARTTLS), smtps:// begins with it, and ?tls=off turns it off`
  if (tls === null) return null
  if (tls !== 'off') return 'must not contain tls, except as ?tls=off to send without encryption'
  return protocol === 'smtps:' ? 'must begin with smtp:// to be used with ?tls=off' : null
}

/**
 * `smtp://` demands STARTTLS, because a password and links that sign people in would otherwise cross the network in
 * plain text whenever someone in between removes the offer. Only `?tls=off` allows connections without it, even to
 * localhost.
 */
export function smtpConnection(smtpUrl: string): SmtpConnection {
  const url = new URL(smtpUrl)
  const isOff = url.searchParams.get('tls') === 'off'
  url.searchParams.delete('tls')
  return { url: url.href, requireTLS: url.protocol === 'smtp:' && !isOff, ignoreTLS: isOff }
}

/** Returns why sending failed. If the server has no encryption, the operator needs to know what to set. */
export function smtpReason(error: unknown): string {
  const { code, response, message } = error as { code?: string; response?: string; message: string }
  if (code !== 'ETLS') return response ?? message
  return (
    `The mail server offers no encryption that can be used (${message}). ` +
    'Set SMTP_URL to a server with STARTTLS or smtps://, or add ?tls=off if the network up to it is trusted.'
  )
}

/** Returns whether sending failed only because no encryption was possible: nothing is wrong with the message. */
export const isWithoutTls = (error: unknown): boolean => (error as { code?: string }).code === 'ETLS'
