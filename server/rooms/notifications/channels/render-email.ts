import type { Tone } from '#domain/messages/alert-message'
import { html, type Html } from '#server/platform/http/html'
import { wholeText, type Message } from './channel.ts'

interface Links {
  readonly baseUrl: string
  readonly unsubscribe: string | null
  /** The organization that sends the email; null if no particular organization does. */
  readonly organization: string | null
}

const toneColors: Readonly<Record<Tone, string>> = { danger: '#b42318', clear: '#166f3b', info: '#24507c' }

const paragraphs = (text: string) => text.split(/\n{2,}/).filter(each => each.trim() !== '')

/** Keeps line breaks and turns URLs into links. */
function paragraph(text: string): Html {
  const pieces = text.split(/(https?:\/\/[^\s<>"]+)/)
  const inner = pieces.map((piece, index) =>
    index % 2 === 1 ? html`<a href="${piece}" style="color:#24507c">${piece}</a>` : lines(piece),
  )
  return html`<p style="margin:0 0 16px">${inner}</p>`
}

function lines(text: string): Html {
  return html`${text.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`))}`
}

function button(url: string): Html {
  return html`<p style="margin:24px 0 8px">
    <a
      href="${url}"
      style="display:inline-block;padding:11px 20px;border-radius:8px;background:#24507c;color:#ffffff;text-decoration:none;font-weight:600"
      >Open in Skywarden</a
    >
  </p>`
}

/** Renders an email in plain text and HTML, with tables and inline styles: mail programs support little else. */
export function renderEmail(
  { subject: typed, link, tone, ...message }: Message,
  { baseUrl, unsubscribe, organization }: Links,
): { text: string; html: string } {
  const subject = typed.replace(/\s+/g, ' ')
  const text = wholeText(message)
  const url = link === null ? null : `${baseUrl}${link}`
  const foot =
    unsubscribe === null
      ? null
      : `You are receiving this because ${organization ?? 'your organization'} notifies you of weather at your locations.`
  return {
    text: [text, url && `Open in Skywarden: ${url}`, foot && `--\n${foot}\nStop email alerts: ${unsubscribe}`]
      .filter(Boolean)
      .join('\n\n'),
    html: html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light" />
          <title>${subject}</title>
        </head>
        <body style="margin:0;background:#eef1f5">
          <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#eef1f5">
            <tr>
              <td align="center" style="padding:24px 12px">
                <table
                  role="presentation"
                  width="100%"
                  cellpadding="0"
                  cellspacing="0"
                  style="max-width:560px;background:#ffffff;border-radius:12px;border-top:6px solid ${
                    toneColors[tone]
                  };font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;color:#1b2733"
                >
                  <tr>
                    <td style="padding:28px 28px 20px">
                      <h1
                        style="margin:0 0 16px;font-size:22px;line-height:1.25;color:${
                          toneColors[tone]
                        };font-weight:700"
                      >
                        ${subject}
                      </h1>
                      ${paragraphs(text).map(paragraph)} ${url === null ? undefined : button(url)}
                    </td>
                  </tr>
                </table>
                ${
                  unsubscribe === null
                    ? undefined
                    : html`<p
                        style="max-width:504px;margin:16px auto 0;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:13px;line-height:1.5;color:#5a6b7b"
                      >
                        ${foot ?? ''}
                        <a href="${unsubscribe}" style="color:#5a6b7b">Stop email alerts</a>
                      </p>`
                }
              </td>
            </tr>
          </table>
        </body>
      </html>`.text,
  }
}
