import { createTransport } from 'nodemailer'
import { smtpConnection, smtpReason } from '#server/platform/smtp-connection'
import { openSecrets } from '#server/platform/secrets'
import { rotateKeys, sealedBefore } from '#server/rooms/identity/index'
import { WrongUse, type AdminCommand } from './command.ts'

const rotate: AdminCommand = {
  name: 'rotate-keys',
  takes: '',
  does: 'Creates a new key for signing tokens. Tokens signed with the old one stay valid until they expire.',
  words: [],
  async run(_, { store, config, clock, print }) {
    const { db } = await store()
    await rotateKeys(db, openSecrets(config, await sealedBefore(db)), clock.now(), true)
    print('Tokens are now signed with a new key.')
  },
}

const testMail: AdminCommand = {
  name: 'test-mail',
  takes: 'EMAIL',
  does: 'Sends a message through the mail server at SMTP_URL and prints its response. Needs no database.',
  words: ['the email address to send to'],
  async run({ words: [address = ''] }, { config, clock, print }) {
    if (config.smtpUrl === undefined) {
      throw new WrongUse("SMTP_URL is not set, so messages stay in the outbox. Set it to the server's value.")
    }
    const { hostname } = new URL(config.smtpUrl)
    const transport = createTransport({
      ...smtpConnection(config.smtpUrl),
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
    })
    try {
      const sent = await transport.sendMail({
        from: config.mailFrom,
        to: { name: '', address },
        subject: 'A test message from Skywarden',
        text: `This message was sent manually at ${clock.now().toISOString()}, to check whether email arrives.\n`,
      })
      print(`${hostname} accepted the message for ${address}: ${sent.response}`)
      return true
    } catch (error) {
      print(`${hostname} did not accept the message: ${smtpReason(error)}`)
      return false
    } finally {
      transport.close()
    }
  },
}

export const checkCommands = [testMail, rotate]
