import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** The lines that a log writes, from a process of its own: it writes straight to the standard output. */
function linesOf(statements: string): Record<string, unknown>[] {
  const script = `import { createLog } from './server/platform/log.ts'\nconst log = createLog('info')\n${statements}`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  return stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, unknown>)
}

test('a line is JSON with level, time and text; what is below the level is not written', () => {
  const [first, ...more] = linesOf(`log.debug('no'); log.info({ port: 1 }, 'yes')`)
  expect(first).toEqual({ level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), port: 1, msg: 'yes' })
  expect(more).toEqual([])
})

test('secrets are kept back, wherever they stand', () => {
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
  expect(text.match(/\[kept back\]/g)).toHaveLength(8)
})

test('an error is written with its message and its code, which is no secret', () => {
  const [line] = linesOf(
    `log.error({ err: Object.assign(new Error('broken'), { code: 'EPIPE' }) }, 'failed')`,
  )
  expect(line).toMatchObject({
    level: 'error',
    msg: 'failed',
    err: { message: 'broken', errorCode: 'EPIPE' },
  })
})
