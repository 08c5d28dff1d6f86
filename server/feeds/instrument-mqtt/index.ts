import { makeOf, type MakeId } from '#domain/instruments/makes'
import type { InstrumentMessage } from '#domain/instruments/message'
import { parseLightningSensor } from '#server/feeds/as3935/parse'
import { parseStationJson } from '#server/feeds/mqtt-json/parse'
import { minuteMs, type Clock } from '#server/platform/clock'

/** Where messages of instruments that publish by MQTT are delivered. */
export interface MqttDesk<Sender> {
  admit(shown: {
    readonly senderId: string
    readonly key: string
  }): Promise<{ readonly sender: Sender } | { readonly because: string }>
  /** Returns an admitted sender as it is set up now; undefined if its key was changed or it was removed. */
  current(sender: Sender): Sender | undefined
  receive(sender: Sender, message: InstrumentMessage): Promise<'taken' | 'repeated' | 'too many'>
  refuse(sender: Sender, because: string): void
}

interface Message {
  readonly topic: string
  readonly payload: Buffer
  readonly isRetained: boolean
}

interface Connection {
  hasLightning: boolean
}

/** A retained message with its own time is believed if it is no older than this. */
const newEnoughMs = 10 * minuteMs
const longestText = 200
const otherDoor = 'It connects over MQTT but is set up as an instrument that does not.'
const maybeOld =
  'It sends retained messages, which may be old when they arrive. Please turn off "retain" in its settings.'

/** Reads what instruments publish. Nothing here depends on the broker or on the instruments. */
export function createMqttSenders<Sender extends { readonly make: MakeId; readonly sender_id: string }>(
  desk: MqttDesk<Sender>,
  clock: Pick<Clock, 'now'>,
) {
  async function receive(admitted: Sender, message: Message, connection: Connection): Promise<void> {
    const sender = desk.current(admitted)
    if (!sender) throw new Error('The key of this instrument was changed')
    const read = readOrSay(sender.make, message)
    if (typeof read === 'string') return desk.refuse(sender, read)
    if (!read) return
    // A receiver also hears thermometers. If they counted as this instrument, they would hide a silent sensor.
    if (read.sensor !== undefined && !read.lightning) {
      if (!connection.hasLightning)
        desk.refuse(sender, `It forwards data from ${read.sensor}, which does not measure lightning.`)
      return
    }
    connection.hasLightning ||= read.lightning !== null
    const believed = message.isRetained ? withoutOld(read, clock.now().getTime()) : read
    if (believed !== read) desk.refuse(sender, maybeOld)
    if (believed) await desk.receive(sender, believed)
  }

  return {
    async admit(senderId: string, key: string) {
      const admitted = await desk.admit({ senderId, key })
      if (!('sender' in admitted)) return undefined
      const { sender } = admitted
      if (makeOf(sender.make).door !== 'mqtt') {
        desk.refuse(sender, otherDoor)
        return undefined
      }
      // One after another, because a counter's messages are meaningful only in order.
      let last = Promise.resolve()
      const connection: Connection = { hasLightning: false }
      return {
        senderId: sender.sender_id,
        isCurrent: () => desk.current(sender) !== undefined,
        refuse: (because: string) => desk.refuse(sender, because),
        receive(message: Message): Promise<void> {
          const receiving = last.then(() => receive(sender, message, connection))
          last = receiving.catch(() => {}) // its sender was refused; the next message is handled anyway
          return receiving
        },
      }
    },
  }
}

/** Returns the message, null if there is nothing in it for us, or why it cannot be read. */
function readOrSay(make: MakeId, { topic, payload }: Message): InstrumentMessage | string | null {
  const text = payload.toString('utf8')
  // An empty message clears a retained one; 'online' and 'offline' announce a connection.
  if (/^\s*(?:|online|offline)\s*$/i.test(text)) return null
  try {
    return make === 'lightning-sensor' ? parseLightningSensor(topic, text) : parseStationJson(text)
  } catch (error) {
    // This is the sender's fault; its owner sees the reason.
    return `Its message could not be read: ${(error as Error).message}`.slice(0, longestText)
  }
}

/**
 * Returns a message without its strikes, or null if it is old: a strike of unknown age would raise a delay for a storm
 * that is long over.
 */
function withoutOld(message: InstrumentMessage, nowMs: number): InstrumentMessage | null {
  const { sentMs, lightning } = message
  if (sentMs === null || Math.abs(nowMs - sentMs) > newEnoughMs) return null
  return lightning && lightning.strikes.length > 0
    ? { ...message, lightning: { ...lightning, strikes: [] } }
    : message
}
