import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config'
import { systemClock } from '#server/platform/clock'
import { checkCommands } from './checks.ts'
import { readArguments } from './command.ts'

/** The output of the command, which needs no database. */
async function testMail(to: string, settings: Readonly<Record<string, string>>): Promise<string> {
  const command = checkCommands.find(({ name }) => name === 'test-mail')
  if (!command) throw new Error('There is no such command')
  const output: string[] = []
  const store = () => Promise.reject(new Error('It needs no database'))
  const stores = { store, storeAsItIs: store, newStore: store }
  const print = (text: string) => output.push(text)
  const surroundings = { config: readConfig(settings), clock: systemClock, ...stores, print }
  const worked = await command.run(readArguments(command, [to]), surroundings)
  return `${output.join('\n')}${worked === false ? '\n(not right)' : ''}`
}

describe('a test message', () => {
  it("reports the mail server's response", async () => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) =>
        done(
          address.startsWith('good')
            ? null
            : Object.assign(new Error('no such mailbox'), { responseCode: 550 }),
        ),
      onData: (stream, _session, done) => stream.resume().on('end', () => done()),
    })
    const listening = server.listen(0)
    await once(listening, 'listening')
    const settings = { SMTP_URL: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}?tls=off` }
    try {
      expect(await testMail('good@example.org', settings)).toContain('250')
      expect(await testMail('bad@example.org', settings)).toMatch(/550 no such mailbox\n\(not right\)/)
      const demanding = { SMTP_URL: settings.SMTP_URL.replace('?tls=off', '') }
      expect(await testMail('good@example.org', demanding)).toMatch(
        /offers no encryption .* add \?tls=off if the network up to it is trusted\.\n\(not right\)/,
      )
      await expect(testMail('good@example.org', {})).rejects.toThrow('SMTP_URL is not set')
    } finally {
      await new Promise<void>(done => server.close(() => done()))
    }
  })
})
