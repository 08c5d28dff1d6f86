import sanitize from 'sanitize-html'

/** What people write into a message, and nothing that could do anything. */
const allowed: sanitize.IOptions = {
  allowedTags: ['b', 'i', 'em', 'strong', 'p', 'br', 'ul', 'ol', 'li', 'a'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https'],
  allowProtocolRelative: false,
}

/** A message with no more than a little HTML; what is safe already stays as it is. */
export function safeHtml(html: string): string {
  return sanitize(html, allowed)
}
