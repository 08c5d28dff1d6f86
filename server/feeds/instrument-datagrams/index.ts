import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { DoorNotes } from '#server/feeds/door-notes'
import type { InstrumentPort, WantedInstrument } from '#server/feeds/instrument-port'
import { parseTempest } from '#server/feeds/tempest/parse'
import { secondMs, type Clock } from '#server/platform/clock'
import type { Figure } from '#server/platform/figures'
import type { Log } from '#server/platform/log'
import { isOutside } from '#server/platform/outside/index'
import { datagramOf, type Datagram } from './datagram.ts'

export interface TempestListenerDeps {
  /** If undefined, the server does not listen. */
  readonly port: number | undefined
  readonly clock: Clock
  readonly log: Log
  readonly instruments: InstrumentPort
  /** Whether this process should listen. */
  readonly isOurs: () => boolean
}

const outcomes = ['taken', 'unknown', 'not readable', 'foreign', 'too many', 'lost'] as const
type Outcome = (typeof outcomes)[number]

const mostBytes = 4096
/** One hub sends about 30 a minute; a school has a few. */
const mostPerSecond = 200
/** Hubs report wind every 3 s. Taking less of it leaves most of the message limit for a storm's strikes. */
const windEveryMs = 10 * secondMs
const mostWaiting = 200
const notSet = 'This server does not listen for Tempest hubs. Ask its operator to set TEMPEST_UDP_PORT.'

/** Listens for broadcasts of Tempest hubs on the local network. They are unsigned, so strikes only start delays. */
export class TempestListener {
  readonly #deps: TempestListenerDeps
  readonly #notes: DoorNotes
  readonly #counts = new Map<Outcome, number>()
  readonly #windMs = new Map<number, number>()
  readonly #waiting = new Set<Promise<void>>()
  #socket: Socket | undefined
  #second = { startMs: -Infinity, count: 0 }
  #hasFailed = false
  #isStopped = false

  constructor(deps: TempestListenerDeps) {
    this.#deps = deps
    this.#notes = new DoorNotes(deps.instruments, 'udp')
  }

  /** Opens or closes the socket as needed. */
  async tend(): Promise<void> {
    const { port, isOurs } = this.#deps
    const isWanted = isOurs() && !this.#isStopped
    if (!isWanted) {
      this.#close()
      this.#notes.forget()
    } else if (port === undefined) this.#notes.show(notSet)
    else this.#notes.show(this.#socket ? null : await this.#open(port))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#close()
    await Promise.allSettled(this.#waiting)
  }

  readonly figures: readonly Figure[] = [
    {
      name: 'skywarden_tempest_datagrams',
      help: 'Datagrams received from Tempest hubs since the start',
      labelNames: ['outcome'],
      read: async () => Array.from(this.#counts, ([outcome, value]) => ({ labels: { outcome }, value })),
    },
  ]

  /** Returns why the socket could not be opened; null if it is open. */
  async #open(port: number): Promise<string | null> {
    const { log } = this.#deps
    // Other programs on this machine may listen for the same broadcasts.
    const socket = createSocket({ type: 'udp4', reuseAddr: true })
    socket.on('message', (bytes, from) => this.#hear(bytes, from))
    try {
      socket.bind(port)
      await once(socket, 'listening')
    } catch (error) {
      // Retried at the next check; the instruments show the reason.
      socket.close()
      if (!this.#hasFailed) log.warn({ err: error, port }, 'cannot listen for Tempest hubs; retrying')
      this.#hasFailed = true
      return `This server cannot listen for Tempest hubs on port ${port}. Ask its operator.`
    }
    socket.on('error', error => {
      log.warn({ err: error }, 'the listener for Tempest hubs failed')
      if (this.#socket === socket) this.#close()
    })
    this.#hasFailed = false
    if (this.#isStopped) socket.close()
    else this.#socket = socket
    return null
  }

  #close() {
    this.#socket?.close()
    this.#socket = undefined
  }

  #count(outcome: Outcome) {
    this.#counts.set(outcome, (this.#counts.get(outcome) ?? 0) + 1)
  }

  #hear(bytes: Buffer, { address }: RemoteInfo) {
    if (isOutside(address)) return this.#count('foreign')
    const nowMs = this.#deps.clock.monotonicMs()
    if (nowMs - this.#second.startMs >= secondMs) this.#second = { startMs: nowMs, count: 0 }
    if (++this.#second.count > mostPerSecond || this.#waiting.size >= mostWaiting)
      return this.#count('too many')
    const datagram = bytes.length > mostBytes ? null : datagramOf(bytes.toString('utf8'))
    if (!datagram) return this.#count('not readable')
    const instrument = this.#instrumentOf(datagram)
    if (!instrument) return this.#count('unknown')
    if (datagram.kind === 'rapid_wind' && !this.#isWindDue(instrument.id, nowMs)) return
    const taking = this.#take(instrument, bytes.toString('utf8')).finally(
      () => void this.#waiting.delete(taking),
    )
    this.#waiting.add(taking)
  }

  /** Finds an instrument by the serial number of the sensor or its hub: people may know either. */
  #instrumentOf({ serial, hubSerial }: Datagram): WantedInstrument | undefined {
    const wanted = this.#deps.instruments.wanted('udp')
    const numbered = (number: string | null) =>
      number === null ? undefined : wanted.find(each => each.serial?.trim().toUpperCase() === number)
    return numbered(serial) ?? numbered(hubSerial)
  }

  #isWindDue(id: number, nowMs: number): boolean {
    if (nowMs - (this.#windMs.get(id) ?? -Infinity) < windEveryMs) return false
    if (this.#windMs.size > 10_000) this.#windMs.clear()
    this.#windMs.set(id, nowMs)
    return true
  }

  async #take({ id }: WantedInstrument, text: string): Promise<void> {
    const { instruments, log } = this.#deps
    try {
      const parsed = parseTempest(text)
      if (!parsed) return
      await instruments.receive(id, parsed.message)
      this.#count('taken')
    } catch (error) {
      // A hub does not send a message twice, but its report a minute later repeats how many strikes there were.
      this.#count('lost')
      log.warn({ err: error, instrument: id }, 'a datagram from a Tempest hub was lost')
    }
  }
}
