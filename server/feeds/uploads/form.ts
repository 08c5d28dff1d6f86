/** The fields of an upload by their names as sent. They are in a map, so that `__proto__` is a name like any other. */
export type FormFields = ReadonlyMap<string, string>

const mostFields = 300
const mostLength = 16_384

/**
 * Reads a query string or a form's body as stations send them, which is often malformed: with a leading `?` or `&`, a
 * whole request line, raw spaces and line feeds, or percent signs that encode nothing. The last of several values is
 * used.
 */
export function readForm(text: string): FormFields {
  if (text.length > mostLength) throw new Error('The message is longer than 16 kB')
  const fields = new Map<string, string>()
  let count = 0
  for (const part of queryIn(text).split('&')) {
    if (part.trim() === '') continue
    if (++count > mostFields) throw new Error(`The message has more than ${mostFields} fields`)
    const at = part.indexOf('=')
    const name = decode(at < 0 ? part : part.slice(0, at))
    if (name !== '') fields.set(name, at < 0 ? '' : decode(part.slice(at + 1)))
  }
  return fields
}

/** Removes a request line around the query, and the path in front of it. */
function queryIn(text: string): string {
  const target = text
    .trim()
    .replace(/^(?:GET|POST|PUT)\s/i, '')
    .replace(/\sHTTP\/\d\.\d$/i, '')
  const [question, equals] = [target.indexOf('?'), target.indexOf('=')]
  return question >= 0 && (equals < 0 || question < equals) ? target.slice(question + 1) : target
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  const decoded = spaced.includes('%') ? spaced.replace(/(?:%[\da-f]{2})+/gi, decodeRun) : spaced
  return decoded.trim()
}

function decodeRun(run: string): string {
  try {
    return decodeURIComponent(run)
  } catch {
    // The text is not UTF-8, so it stays as it was sent, and the other fields are still read.
    return run
  }
}
