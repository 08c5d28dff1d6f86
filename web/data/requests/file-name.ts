/** Returns the file name that the server suggests (RFC 6266). Undefined if the header is missing or ambiguous. */
export function fileNameIn(disposition: string | null): string | undefined {
  const encoded = /;\s*filename\*=UTF-8''([^;\s]+)/i.exec(disposition ?? '')?.[1]
  const plain = /;\s*filename="([^"]+)"/i.exec(disposition ?? '')?.[1]
  try {
    return encoded === undefined ? plain : decodeURIComponent(encoded)
  } catch {
    return plain // the long form was truncated or mangled in transit; the plain form is close enough
  }
}
