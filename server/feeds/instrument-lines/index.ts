import { connect, type Socket } from 'node:net'
import { wordsOf } from '#server/feeds/instrument-faults'
import { InstrumentFault, type InstrumentPort, type WantedInstrument } from '#server/feeds/instrument-port'
import { minuteMs, secondMs, type Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import type { Outside } from '#server/platform/outside/index'
import { Conversation } from './conversation.ts'
import { LineReader } from './line-reader.ts'

export interface InstrumentLinesDeps {
  readonly clock: Clock
  readonly log: Log
  readonly outside: Outside
  readonly instruments: InstrumentPort
  /** Whether this process should be connected. */
  readonly isOurs: () => boolean
}

interface Connection {
  readonly instrument: WantedInstrument
  readonly conversation: Conversation
  socket: Socket | undefined
  isOpening: boolean
  failures: number
  dueMs: number
  /** When a line was last received, by a clock that never jumps. */
  receivedMs: number
  /** How many bytes have arrived since the last check. */
  bytes: number
  isEnded: boolean
}

const mostOpening = 20
const openInMs = 10 * secondMs
const mostAddresses = 3
/** Detectors report their state within seconds, transmitters their values within minutes. */
const silentAfterMs = 5 * minuteMs
const firstPauseMs = 5 * secondMs
const longestPauseMs = 10 * minuteMs
/** Much more than any instrument sends in a second; the rest waits in the network. */
const mostBytesPerLook = 64 * 1024
/** How long an instrument must have sent data before a broken connection counts as a new failure. */
const steadyMs = minuteMs

/** Stays connected to instruments that send lines without being asked. Sends nothing to them. */
export class InstrumentLines {
  readonly #deps: InstrumentLinesDeps
  readonly #connections = new Map<number, Connection>()
  #isStopped = false

  constructor(deps: InstrumentLinesDeps) {
    this.#deps = deps
  }

  /** Compares the wanted connections with the actual ones, and passes on strikes; every second. */
  tend(nowMs: number): void {
    const { instruments, isOurs, clock } = this.#deps
    const wanted = isOurs() && !this.#isStopped ? instruments.wanted('tcp') : []
    const versions = new Map(wanted.map(({ id, version }) => [id, version]))
    for (const [id, connection] of this.#connections)
      if (versions.get(id) !== connection.instrument.version) this.#end(connection)
    let opening = [...this.#connections.values()].filter(({ isOpening }) => isOpening).length
    for (const instrument of wanted) {
      const connection = this.#connectionOf(instrument, nowMs)
      connection.conversation.flush(clock.now().getTime(), error => this.#notStored(instrument, error))
      if (connection.socket) {
        connection.bytes = 0
        connection.socket.resume()
        if (nowMs - connection.receivedMs > silentAfterMs)
          this.#fail(connection, 'It is connected but has not sent anything for 5 minutes.')
      } else if (!connection.isOpening && nowMs >= connection.dueMs && opening < mostOpening) {
        opening++
        void this.#open(connection)
      }
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    const all = [...this.#connections.values()]
    for (const connection of all) this.#end(connection)
    await Promise.all(all.map(({ conversation }) => conversation.settled()))
  }

  /** Returns the number of connected instruments. */
  connected(): number {
    return [...this.#connections.values()].filter(({ socket }) => socket !== undefined).length
  }

  #connectionOf(instrument: WantedInstrument, nowMs: number): Connection {
    const known = this.#connections.get(instrument.id)
    if (known) return known
    const connection: Connection = {
      instrument,
      conversation: new Conversation(instrument, this.#deps.instruments),
      socket: undefined,
      isOpening: false,
      failures: 0,
      dueMs: nowMs,
      receivedMs: nowMs,
      bytes: 0,
      isEnded: false,
    }
    this.#connections.set(instrument.id, connection)
    return connection
  }

  #end(connection: Connection) {
    const { conversation, instrument } = connection
    connection.isEnded = true
    conversation.flush(Infinity, error => this.#notStored(instrument, error))
    connection.socket?.destroy()
    connection.socket = undefined
    this.#connections.delete(instrument.id)
  }

  #notStored({ id }: WantedInstrument, error: unknown) {
    this.#deps.log.warn({ err: error, instrument: id }, 'the message from an instrument was not stored')
  }

  #fail(connection: Connection, because: string) {
    const { instrument, conversation } = connection
    const { clock, instruments } = this.#deps
    connection.socket?.destroy()
    connection.socket = undefined
    if (connection.isEnded) return
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(connection.failures++, 10))
    connection.dueMs = clock.monotonicMs() + pauseMs * (0.9 + Math.random() * 0.2)
    conversation.heardMs = null
    instruments.refuse(instrument.id, because)
  }

  async #open(connection: Connection): Promise<void> {
    const { outside, clock } = this.#deps
    connection.isOpening = true
    let host = ''
    try {
      const target = targetOf(connection.instrument)
      host = target.host
      const addresses = await outside.addressesOf(host)
      const socket = await connectedToOne(addresses, target.port)
      // The instrument was edited, removed or taken over by another process in the meantime.
      if (connection.isEnded) return void socket.destroy()
      connection.receivedMs = clock.monotonicMs()
      connection.socket = socket
      this.#listen(connection, socket)
    } catch (error) {
      // The reason is shown on the instrument.
      this.#fail(connection, await wordsOf(error, host, outside))
    } finally {
      connection.isOpening = false
    }
  }

  #listen(connection: Connection, socket: Socket) {
    const { clock } = this.#deps
    const { instrument, conversation } = connection
    const reader = new LineReader()
    const openedMs = clock.monotonicMs()
    socket.setKeepAlive(true, minuteMs)
    socket.on('data', (bytes: Buffer) => {
      if (connection.socket !== socket) return
      connection.bytes += bytes.length
      if (connection.bytes > mostBytesPerLook) socket.pause()
      const lines = reader.take(bytes)
      if (lines.length > 0) connection.receivedMs = clock.monotonicMs()
      const nowMs = clock.now().getTime()
      for (const line of lines) conversation.hear(line, nowMs, error => this.#notStored(instrument, error))
      const isSteady = clock.monotonicMs() - openedMs > steadyMs
      if (isSteady && conversation.heardMs !== null) connection.failures = 0
    })
    socket.on('error', () => {}) // followed by 'close'
    socket.on('close', () => {
      if (connection.socket === socket) this.#fail(connection, 'It closed the connection.')
    })
  }
}

/** Parses `host:port`, as people write it; `tcp://` or `telnet://` in front of it is ignored. */
function targetOf({ address }: WantedInstrument): { readonly host: string; readonly port: number } {
  const typed = (address ?? '')
    .trim()
    .replace(/^(?:tcp|telnet):\/\//i, '')
    .replace(/\/$/, '')
  const [, bracketed, plain, port] = /^(?:\[([\da-f:.]+)\]|([^\s:/@[\]]+)):(\d{1,5})$/i.exec(typed) ?? []
  const host = bracketed ?? plain
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535)
    throw new InstrumentFault('Its address must be a name and a port, such as 192.168.1.20:4001.')
  return { host, port: Number(port) }
}

/**
 * Connects to the first address that can be reached. A name may have both an IPv4 and an IPv6 address, of which only
 * one works.
 */
async function connectedToOne(
  addresses: readonly { readonly address: string }[],
  port: number,
): Promise<Socket> {
  let fault: unknown
  for (const { address } of addresses.slice(0, mostAddresses)) {
    try {
      return await connected(address, port)
    } catch (error) {
      // The first failure is the one to show: the other addresses are alternatives.
      fault ??= error
    }
  }
  throw fault ?? new InstrumentFault('This address does not exist. Please check it.')
}

function connected(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: openInMs })
    const fail = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    socket.once('error', fail)
    socket.once('timeout', () => fail(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })))
    socket.once('connect', () => {
      socket.off('error', fail)
      socket.removeAllListeners('timeout')
      socket.setTimeout(0)
      resolve(socket)
    })
  })
}
