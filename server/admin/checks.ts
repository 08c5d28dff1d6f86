import { readFileSync } from 'node:fs'
import { createTransport } from 'nodemailer'
import type { Reply } from '#contract/call'
import type { delayEvidence } from '#contract/lightning'
import { verifyChains } from '#server/platform/audit'
import { openSecrets } from '#server/platform/secrets'
import { rotateKeys, sealedBefore } from '#server/rooms/identity/index'
import { brokenEntries } from '#server/rooms/lightning/index'
import { WrongUse, type Command } from './command.ts'

const rotate: Command = {
  name: 'rotate-keys',
  takes: '',
  does: 'Makes a new key for signing tokens. Tokens signed with the old one stay good until they end.',
  words: [],
  async run(_, { store, config, clock, say }) {
    const { db } = await store()
    await rotateKeys(db, openSecrets(config, await sealedBefore(db)), clock.now(), true)
    say('A new key signs tokens from now on.')
  },
}

const verifyAudit: Command = {
  name: 'verify-audit',
  takes: '',
  does: 'Checks that nobody has changed or removed a row of the audit log.',
  words: [],
  async run(_, { store, say }) {
    const { rows, faults } = await verifyChains((await store()).db)
    for (const { id, chain } of faults) say(`Row ${id} of ${chain} does not follow from the one before it.`)
    say(
      faults.length === 0 ? `All ${rows} rows are whole.` : `${faults.length} of ${rows} rows are not whole.`,
    )
    return faults.length === 0
  },
}

function readEvidence(file: string): Reply<typeof delayEvidence> {
  try {
    const { data } = JSON.parse(readFileSync(file, 'utf8')) as { data: Reply<typeof delayEvidence> }
    if (Array.isArray(data.evidence)) return data
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== undefined) throw new WrongUse(`${file} cannot be read (${code}).`)
  }
  throw new WrongUse(`${file} is not the evidence of a delay, as downloaded from 'Past delays'.`)
}

const verifyEvidence: Command = {
  name: 'verify-evidence',
  takes: 'FILE',
  does: "Checks the evidence of a delay, as downloaded from 'Past delays'. Needs no database.",
  words: ['the name of a file'],
  async run({ words: [file = ''] }, { say }) {
    const data = readEvidence(file)
    // Linked up again as it was when it was written.
    const rows = data.evidence.map((entry, index) => ({
      delay_id: data.delay.id,
      number: index + 1,
      at: new Date(entry.at),
      kind: entry.kind,
      facts: entry.facts,
      previous_hash: entry.previousHash,
      hash: entry.hash,
    }))
    const broken = brokenEntries(rows)
    for (const number of broken) say(`Entry ${number} does not follow from the one before it.`)
    say(broken.length === 0 ? `All ${rows.length} entries are whole.` : 'This evidence was changed.')
    return broken.length === 0
  },
}

const testMail: Command = {
  name: 'test-mail',
  takes: 'EMAIL',
  does: 'Sends a message through the mail server of SMTP_URL and tells what the server answered. Needs no database.',
  words: ['the e-mail address to send to'],
  async run({ words: [address = ''] }, { config, clock, say }) {
    if (config.smtpUrl === undefined) {
      throw new WrongUse('SMTP_URL is not set, so messages stay in the outbox. Set it as the server has it.')
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
        text: `This message was sent by hand at ${clock.now().toISOString()}, to see whether mail arrives.\n`,
      })
      say(`${hostname} has taken the message for ${address}: ${sent.response}`)
      return true
    } catch (error) {
      const { response, message } = error as { response?: string; message: string }
      say(`${hostname} did not take the message: ${response ?? message}`)
      return false
    } finally {
      transport.close()
    }
  },
}

export const checkCommands = [testMail, rotate, verifyAudit, verifyEvidence]
