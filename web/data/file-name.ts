/** The name under which a server wants a file to be kept (RFC 6266); none if it does not say, or not clearly. */
export function fileNameIn(disposition: string | null): string | undefined {
  const encoded = /;\s*filename\*=UTF-8''([^;\s]+)/i.exec(disposition ?? '')?.[1]
  const plain = /;\s*filename="([^"]+)"/i.exec(disposition ?? '')?.[1]
  try {
    return encoded === undefined ? plain : decodeURIComponent(encoded)
  } catch {
    return plain // the long form was cut or mangled on the way; the plain one says nearly the same
  }
}
