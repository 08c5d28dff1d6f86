import sanitize from 'sanitize-html'

/** The formatting that people use in a message, without anything active such as scripts. */
const allowed: sanitize.IOptions = {
  allowedTags: ['b', 'i', 'em', 'strong', 'p', 'br', 'ul', 'ol', 'li', 'a'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https'],
  allowProtocolRelative: false,
}

/** Reduces a message to a little HTML; safe input is returned unchanged. */
export function safeHtml(html: string): string {
  return sanitize(html, allowed)
}
