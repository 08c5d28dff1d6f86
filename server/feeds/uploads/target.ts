/** Keys have this many letters and digits, which separates them from what a station appends. */
const keyLength = 20

/** The data in an upload's address. */
export interface ReportTarget {
  readonly senderId: string | undefined
  readonly key: string | undefined
  /** The parameters, with or without a `?` in front of them. */
  readonly query: string
}

const reportPath = /^\/+data\/report(?![\w-])\/*/i

/**
 * Reads an address such as `/data/report/<id>/<key>?tempf=...`. Ambient's stations append their parameters directly to
 * the path that was typed, so the `?` may be missing, or be a `&`, or be a `/`.
 */
export function reportTarget(target: string): ReportTarget {
  const rest = target.replace(reportPath, '')
  const [first = ''] = /^[\w-]*/.exec(rest) ?? []
  if (first === '' || rest[first.length] === '=')
    return { senderId: undefined, key: undefined, query: parameters(rest) }
  const after = rest.slice(first.length)
  if (!after.startsWith('/')) return { senderId: first, key: undefined, query: parameters(after) }
  const { key, left } = keyAt(after.replace(/^\/+/, ''))
  return { senderId: first, key, query: parameters(left) }
}

function keyAt(text: string): { readonly key: string | undefined; readonly left: string } {
  const [whole] = new RegExp(`^(?:[a-z\\d]-?){${keyLength}}`, 'i').exec(text) ?? []
  if (whole !== undefined) return { key: whole, left: text.slice(whole.length) }
  const [part = ''] = /^[\w-]*/.exec(text) ?? []
  // This is a parameter's name, so it is not a key, not even a wrong one.
  if (part === '' || text[part.length] === '=') return { key: undefined, left: text }
  return { key: part, left: text.slice(part.length) }
}

const parameters = (text: string) => text.replace(/^[/?&]+/, '')

/** Returns the parameters of an address with a usual path. */
export function queryOf(target: string): string {
  const [end] = /[?&]/.exec(target) ?? []
  return end === undefined ? '' : target.slice(target.indexOf(end) + 1)
}
