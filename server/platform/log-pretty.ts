const shownLevels: Readonly<Record<string, string>> = {
  debug: 'DEBUG',
  info: 'INFO ',
  warn: 'WARN ',
  error: 'ERROR',
  fatal: 'FATAL',
}

/** Fields that are shown on the line itself or below it. */
const ownPlaces = new Set(['level', 'time', 'msg', 'err'])

function fieldsOf(line: Readonly<Record<string, unknown>>): string {
  return Object.entries(line)
    .filter(([name, value]) => !ownPlaces.has(name) && value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')
}

function stackOf(err: unknown): string {
  const { stack, message } = (err ?? {}) as { stack?: unknown; message?: unknown }
  const text = typeof stack === 'string' ? stack : typeof message === 'string' ? message : ''
  return text === '' ? '' : `\n${text.replaceAll(/^/gm, '    ')}`
}

/** Formats a line of the log for people: time, level, what happened, and the details. */
export function prettyLine(json: string): string {
  let line: Record<string, unknown>
  try {
    line = JSON.parse(json) as Record<string, unknown>
  } catch {
    return json // not one of our lines, so it stays as it is
  }
  const time = typeof line['time'] === 'string' ? line['time'].slice(11, 19) : '--:--:--'
  const level = shownLevels[String(line['level'])] ?? String(line['level'])
  const fields = fieldsOf(line)
  const text = [
    time,
    level,
    typeof line['msg'] === 'string' ? line['msg'] : '',
    ...(fields === '' ? [] : [`· ${fields}`]),
  ].join(' ')
  // Text from outside stays on its line and cannot move the cursor.
  return `${text.replaceAll(/\p{Cc}/gu, ' ')}${stackOf(line['err']).replaceAll(/[^\P{Cc}\n]/gu, ' ')}\n`
}
