import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { countRepeats } from './log-repeats.ts'

const prelude = `import { createLog } from './server/platform/log.ts'\nconst log = createLog('info')\n`

/** Returns the lines that a log writes, from a separate process because it writes directly to standard output. */
function linesOf(statements: string): Record<string, unknown>[] {
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', prelude + statements], {
    encoding: 'utf8',
  })
  return stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, unknown>)
}

test('a line is JSON with level, time and text; lines below the level are not written', () => {
  const [first, ...more] = linesOf(`log.debug('no'); log.info({ port: 1 }, 'yes')`)
  expect(first).toEqual({ level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), port: 1, msg: 'yes' })
  expect(more).toEqual([])
})

test('redacts secrets at any depth', () => {
  const text = JSON.stringify(
    linesOf(`
      log.info({ password: 'hidden', name: 'shown' })
      log.info({ body: { password: 'hidden', code: 'hidden', codeVerifier: 'hidden' } })
      log.info({ request: { headers: { authorization: 'hidden', cookie: 'hidden' } } })
      log.info({ token: 'hidden', account: { secret: 'hidden' } })
    `),
  )
  expect(text).not.toContain('hidden')
  expect(text).toContain('shown')
  expect(text.match(/\[redacted\]/g)).toHaveLength(8)
})

test('writes an error with its message and its code, which is not a secret', () => {
  const [line] = linesOf(
    `log.error({ err: Object.assign(new Error('broken'), { code: 'EPIPE' }) }, 'failed')`,
  )
  expect(line).toMatchObject({
    level: 'error',
    msg: 'failed',
    err: { message: 'broken', errorCode: 'EPIPE' },
  })
})

const broken = (code: string) => Object.assign(new Error('broken'), { code })

test('writes a repeated warning once, and then its count every minute until it ends', async () => {
  vi.useFakeTimers()
  try {
    const log = countRepeats()
    const written = vi.fn<(line: unknown) => void>()
    const say = (requestId: string) =>
      log([{ err: broken('ENOSPC'), task: 'outbox', requestId }, 'failed'], 50, written)
    for (let times = 0; times < 1000; times++) say(String(times))
    expect(written).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(written).toHaveBeenCalledTimes(2)
    expect(written.mock.lastCall?.[0]).toMatchObject([{ task: 'outbox', repeated: 999 }, 'failed'])
    say('again')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(written.mock.lastCall?.[0]).toMatchObject([{ repeated: 1 }, 'failed'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(written).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(written).toHaveBeenCalledTimes(3)
    say('a new trouble')
    expect(written).toHaveBeenCalledTimes(4)
  } finally {
    vi.useRealTimers()
  }
})

test('writes lines that differ, and never holds back lines below warning level', () => {
  const lines = linesOf(`
    const broken = code => Object.assign(new Error('broken'), { code })
    log.error({ err: broken('EIO'), task: 'one' }, 'failed')
    log.error({ err: broken('EIO'), task: 'two' }, 'failed')
    log.error({ err: broken('ENOSPC'), task: 'two' }, 'failed')
    log.error({ err: broken('ENOSPC'), task: 'two' }, 'failed')
    log.warn('failed')
    log.warn('failed')
    const holdsItself = {}
    holdsItself.self = holdsItself
    log.warn(holdsItself, 'failed')
    log.info('stopping')
    log.info('stopping')
  `)
  expect(lines.map(line => line['msg'])).toEqual([...Array(5).fill('failed'), 'stopping', 'stopping'])
})

test('a log on a full disk or without a reader loses lines and does not stop the process', async () => {
  const onFullDisk = spawnSync('sh', ['-c', 'exec "$0" "$@" > /dev/full', process.execPath, ...script('0')])
  expect(onFullDisk.stderr.toString()).toBe('')
  expect(onFullDisk.status).toBe(7)
  const unread = spawn(process.execPath, script('200'), { stdio: ['ignore', 'pipe', 'inherit'] })
  unread.stdout.destroy()
  const [code] = (await once(unread, 'exit')) as [number | null]
  expect(code).toBe(7)

  function script(afterMs: string): string[] {
    const text = `setTimeout(() => { for (let i = 0; i < 100; i++) log.info('x'); process.exit(7) }, ${afterMs})`
    return ['--input-type=module', '--eval', prelude + text]
  }
})

test('a slow reader blocks nothing, and is informed how many lines it missed', async () => {
  const text = `
    process.stdout._handle.setBlocking(false) // as some programs leave the pipe that they pass on
    for (let i = 0; i < 5000; i++) log.info('x'.repeat(1000))
    process.on('SIGTERM', () => { log.info('read again'); process.exit(0) })
    process.stderr.write('done')
    setInterval(() => {}, 1000)
  `
  const unread = spawn(process.execPath, ['--input-type=module', '--eval', prelude + text])
  await once(unread.stderr, 'data')
  unread.stdout.setEncoding('utf8')
  let read = ''
  unread.stdout.on('data', (part: string) => (read += part))
  let before = 0
  await vi.waitFor(
    () => {
      const grownBy = read.length - before
      before = read.length
      expect(before).toBeGreaterThan(0)
      expect(grownBy, 'the pipe is empty when nothing more comes').toBe(0)
    },
    { interval: 100, timeout: 10_000 },
  )
  unread.kill('SIGTERM')
  await once(unread, 'close')
  const texts = read.split('\n').map(line => /"msg":"(?!x)[^"]+"/.exec(line)?.[0])
  expect(texts.filter(found => found !== undefined)).toEqual([
    '"msg":"log lines were lost"',
    '"msg":"read again"',
  ])
})
