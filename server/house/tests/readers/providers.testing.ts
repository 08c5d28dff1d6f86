import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { minuteMs, secondMs } from '#server/platform/clock'
import type { Belief, Reader } from './believing.testing.ts'
import type { Truth } from './truth.testing.ts'

/** The time of day as messages write it; those of these runs are for people in this time zone. */
const timeOfDay = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Chicago',
  hour: 'numeric',
  minute: '2-digit',
})
const spaced = (text: string) => text.replaceAll('\u202f', ' ')

/** Until when the words of a message hold, by these words alone; null if they do not say. */
function readUntilMs(words: string, saidMs: number): number | null {
  const until = /after (\d+:\d\d [AP]M) \w+ check Skywarden/.exec(spaced(words))?.[1]
  for (let minutes = 0; until !== undefined && minutes < 24 * 60; minutes++) {
    const atMs = saidMs + minutes * minuteMs
    if (spaced(timeOfDay.format(atMs)) === until) return atMs
  }
  return null
}

/** What the newest of somebody's messages says, for as long as it says that it holds. */
function beliefInWords(words: string, saidMs: number, nowMs: number): Belief {
  if (/All clear at /.test(words))
    return nowMs <= (readUntilMs(words, saidMs) ?? Infinity) ? 'clear' : 'unknown'
  if (/still in delay/.test(words)) return 'danger'
  return /cannot be confirmed|is not an all clear/i.test(words) ? 'unknown' : 'danger'
}

interface Text {
  readonly sid: string
  readonly words: string
  readonly saidMs: number
  readonly untilMs: number
}

/** A phone by text message, with what waits for it while it is off. */
export class TextPhone implements Reader {
  readonly kind = 'text phone'
  readonly truth: Truth
  isOn = true
  waiting: readonly Text[] = []
  #newest: Text | undefined

  constructor(truth: Truth) {
    this.truth = truth
  }

  read(text: Text) {
    this.#newest = text
  }

  isBySatellite(): boolean {
    return this.#newest?.words.includes('satellite data only') === true
  }

  get clearSaidMs(): number {
    return this.#newest?.saidMs ?? 0
  }

  believes(nowMs: number): Belief {
    return this.#newest ? beliefInWords(this.#newest.words, this.#newest.saidMs, nowMs) : 'unknown'
  }
}

/** A mailbox whose server is sometimes away. */
export class Mailbox implements Reader {
  readonly kind = 'mailbox'
  readonly truth: Truth
  isOn = true
  #newest: { readonly words: string; readonly saidMs: number } | undefined

  constructor(truth: Truth) {
    this.truth = truth
  }

  read(words: string, saidMs: number) {
    this.#newest = { words, saidMs }
  }

  isBySatellite(): boolean {
    return this.#newest?.words.includes('satellite data only') === true
  }

  get clearSaidMs(): number {
    return this.#newest?.saidMs ?? 0
  }

  believes(nowMs: number): Belief {
    return this.#newest ? beliefInWords(this.#newest.words, this.#newest.saidMs, nowMs) : 'unknown'
  }
}

const token = 'token of the text provider'

/** A provider of text messages and a mail server, for everybody in a country. */
export class Providers {
  readonly phones = new Map<string, TextPhone>()
  readonly mailboxes = new Map<string, Mailbox>()
  readonly #nowMs: () => number
  readonly #texts = createServer((asked, response) => {
    let form = ''
    asked.on('data', (chunk: Buffer) => (form += chunk.toString()))
    asked.on('end', () => {
      const fields = new URLSearchParams(form)
      const saidMs = this.#nowMs()
      const untilMs = saidMs + Number(fields.get('ValidityPeriod')) * secondMs
      const text = { sid: `SM${randomUUID()}`, words: fields.get('Body') ?? '', saidMs, untilMs }
      const phone = this.phones.get(fields.get('To') ?? '')
      if (phone) phone.waiting = [...phone.waiting, text]
      response.writeHead(201).end(JSON.stringify({ sid: text.sid, status: 'queued' }))
    })
  })
  readonly #mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      this.mailboxes.get(address)?.isOn === false
        ? done(Object.assign(new Error('not now'), { responseCode: 450 }))
        : done(),
    onData: (stream, { envelope }, done) => {
      let message = ''
      stream.on('data', (chunk: Buffer) => (message += chunk.toString()))
      stream.on('end', () => {
        const words = message.replaceAll('=\r\n', '').replaceAll('=E2=80=AF', ' ').replaceAll('\r\n', ' ')
        for (const { address } of envelope.rcptTo)
          if (/Subject: .*(clear|Lightning|Closer)/i.test(message))
            this.mailboxes.get(address)?.read(words, this.#nowMs())
        done()
      })
    },
  })

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** Returns the settings of a server that uses them. */
  async open(): Promise<Readonly<Record<string, string>>> {
    this.#texts.listen(0, '127.0.0.1')
    const mail = this.#mail.listen(0, '127.0.0.1')
    await Promise.all([once(this.#texts, 'listening'), once(mail, 'listening')])
    const portOf = (server: { address(): string | AddressInfo | null }) =>
      (server.address() as AddressInfo).port
    return {
      SMS_URL: `http://127.0.0.1:${portOf(this.#texts)}`,
      SMS_ACCOUNT: 'AC1',
      SMS_TOKEN: token,
      SMS_FROM: '+14055550199',
      SMTP_URL: `smtp://127.0.0.1:${portOf(mail)}?tls=off`,
    }
  }

  /** Delivers texts to phones that are on, and reports what was delivered and what has run out. */
  async deliver(report: (fields: Record<string, string>) => Promise<unknown>) {
    const nowMs = this.#nowMs()
    for (const phone of this.phones.values()) {
      const all = phone.waiting
      phone.waiting = phone.isOn ? [] : all.filter(({ untilMs }) => untilMs > nowMs)
      for (const text of all) {
        const isOver = text.untilMs <= nowMs
        if (isOver) await report({ MessageSid: text.sid, MessageStatus: 'undelivered', ErrorCode: '30036' })
        else if (phone.isOn) {
          phone.read(text)
          await report({ MessageSid: text.sid, MessageStatus: 'delivered' })
        }
      }
    }
  }

  signatureOf(statusUrl: string, fields: Readonly<Record<string, string>>): string {
    const names = Object.keys(fields).toSorted()
    const signed = names.reduce((text, name) => text + name + fields[name], statusUrl)
    return createHmac('sha1', token).update(signed, 'utf8').digest('base64')
  }

  async close() {
    this.#texts.closeAllConnections()
    this.#texts.close()
    await new Promise<void>(resolve => this.#mail.close(() => resolve()))
  }
}
