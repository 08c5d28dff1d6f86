import type { LogFn } from 'pino'

type Line = Parameters<LogFn>
type Write = (line: Line) => void

const warnLevel = 40
const windowMs = 60_000
/** More different lines than this at a time are no repetition. */
const mostRemembered = 500

/** What makes two lines the same: all that they say, but for the number of a request and the stack of an error. */
function sameness(line: Line): string | undefined {
  const tell = (name: string, value: unknown) => {
    if (name === 'requestId') return undefined
    if (!(value instanceof Error)) return value
    return (value as { code?: unknown }).code ?? `${value.name}: ${value.message}`
  }
  try {
    return JSON.stringify(line, tell)
  } catch {
    return undefined // it holds itself, or a number too large: such a line is like no other
  }
}

function withCount(line: Line, repeated: number): Line {
  const [first, text] = line as unknown as [unknown, string | undefined]
  const told = typeof first === 'string' ? [{ repeated }, first] : [{ ...(first as object), repeated }, text]
  return told as unknown as Line
}

/**
 * A trouble that lasts must not fill the disk, or hide what else there is to read: of equal warnings and errors the
 * first is written, and then once a minute how many there were.
 */
export function countRepeats(): (line: Line, level: number, write: Write) => void {
  const repeats = new Map<string, number>()

  function remember(key: string, line: Line, write: Write) {
    if (repeats.size >= mostRemembered) return
    repeats.set(key, 0)
    const tell = () => {
      const repeated = repeats.get(key) ?? 0
      repeats.delete(key)
      if (repeated === 0) return
      write(withCount(line, repeated))
      remember(key, line, write)
    }
    setTimeout(tell, windowMs).unref()
  }

  return (line, level, write) => {
    const key = level < warnLevel ? undefined : sameness(line)
    const before = key === undefined ? undefined : repeats.get(key)
    if (key !== undefined && before !== undefined) return void repeats.set(key, before + 1)
    if (key !== undefined) remember(key, line, write)
    write(line)
  }
}
