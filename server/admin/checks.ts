import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { verifyChains } from '#server/platform/audit'
import { openSecrets } from '#server/platform/secrets'
import { rotateKeys, sealedBefore } from '#server/rooms/identity/index'
import { sealPurpose, verifyJson, verifyTable } from '#server/rooms/lightning/index'
import { WrongUse, type AdminCommand, type Surroundings } from './command.ts'

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

const verifyAudit: AdminCommand = {
  name: 'verify-audit',
  takes: '',
  does: 'Checks that no row of the audit log was changed or removed.',
  words: [],
  async run(_, { store, print }) {
    const { rows, faults } = await verifyChains((await store()).db)
    for (const { id, chain } of faults) print(`Row ${id} of ${chain} does not follow from the one before it.`)
    print(
      faults.length === 0
        ? `All ${rows} rows are intact.`
        : `${faults.length} of ${rows} rows were changed or follow a removed row.`,
    )
    return faults.length === 0
  },
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new WrongUse(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`)
  }
}

/** The key that this server seals evidence with; null if there is none, and none is created for this. */
function houseKey(config: Surroundings['config']): Buffer | null {
  if (!config.secret && !existsSync(join(config.dataDir, 'secret.key'))) return null
  return openSecrets(config, undefined).keyFor(sealPurpose)
}

const verifyEvidence: AdminCommand = {
  name: 'verify-evidence',
  takes: 'FILE',
  does: "Checks the evidence of a delay, as downloaded from 'Past delays'. Needs no database.",
  words: ['a file name'],
  async run({ words: [file = ''] }, { print, config }) {
    const text = readText(file)
    const key = houseKey(config)
    const found = verifyTable(text, key) ?? verifyJson(text, key)
    if (!found) throw new WrongUse(`${file} is not a delay's evidence, as downloaded from 'Past delays'.`)
    for (const line of found.lines) print(line)
    return found.isWhole
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
      url: config.smtpUrl,
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
      const { response, message } = error as { response?: string; message: string }
      print(`${hostname} did not accept the message: ${response ?? message}`)
      return false
    } finally {
      transport.close()
    }
  },
}

export const checkCommands = [testMail, rotate, verifyAudit, verifyEvidence]
