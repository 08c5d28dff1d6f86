import type { LogFn } from 'pino'

type Line = Parameters<LogFn>
type Write = (line: Line) => void

const warnLevel = 40
const windowMs = 60_000
/** More distinct lines than this at a time are not treated as repetition. */
const mostRemembered = 500

/** Returns what makes two lines equal: everything except the request id and an error's stack. */
function sameness(line: Line): string | undefined {
  const comparable = (name: string, value: unknown) => {
    if (name === 'requestId') return undefined
    if (!(value instanceof Error)) return value
    return (value as { code?: unknown }).code ?? `${value.name}: ${value.message}`
  }
  try {
    return JSON.stringify(line, comparable)
  } catch {
    return undefined // circular, or with a bigint: treated as different from every other line
  }
}

function withCount(line: Line, repeated: number): Line {
  const [first, text] = line as unknown as [unknown, string | undefined]
  const reported =
    typeof first === 'string' ? [{ repeated }, first] : [{ ...(first as object), repeated }, text]
  return reported as unknown as Line
}

/**
 * Counts repetitions: a lasting problem must not fill the disk or hide other lines. Of equal warnings and errors the
 * first is written, and then a count once a minute.
 */
export function countRepeats(): (line: Line, level: number, write: Write) => void {
  const repeats = new Map<string, number>()

  function remember(key: string, line: Line, write: Write) {
    if (repeats.size >= mostRemembered) return
    repeats.set(key, 0)
    const writeCount = () => {
      const repeated = repeats.get(key) ?? 0
      repeats.delete(key)
      if (repeated === 0) return
      write(withCount(line, repeated))
      remember(key, line, write)
    }
    setTimeout(writeCount, windowMs).unref()
  }

  return (line, level, write) => {
    const key = level < warnLevel ? undefined : sameness(line)
    const before = key === undefined ? undefined : repeats.get(key)
    if (key !== undefined && before !== undefined) return void repeats.set(key, before + 1)
    if (key !== undefined) remember(key, line, write)
    write(line)
  }
}
