import { randomBytes } from 'node:crypto'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { deviceChannels, topicsOfAll } from '#contract/devices/devices'
import type { Log } from '#server/platform/log'
import type { DeviceConnection, OnMessage } from './line.ts'

const firstPauseMs = 500
const longestPauseMs = 15_000
const connectTimeoutMs = 10_000
/**
 * The codes with which a broker reports that it does not support MQTT 5: the one in MQTT 3.1.1, and the one in MQTT 5.
 */
const wrongVersion = new Set([1, 132])

function optionsFrom(address: string): { readonly url: string; readonly options: IClientOptions } {
  const url = new URL(address)
  const { username, password } = url
  url.username = ''
  url.password = ''
  const options: IClientOptions = { clean: true, reconnectPeriod: 0, connectTimeout: connectTimeoutMs }
  if (username !== '') options.username = decodeURIComponent(username)
  if (password !== '') options.password = decodeURIComponent(password)
  return { url: url.href, options }
}

/** Connects to a broker that someone else runs, which is trusted to limit devices to their own topics. */
export function outsideLine(address: string, log: Log, onMessage: OnMessage): DeviceConnection {
  const { url, options } = optionsFrom(address)
  const clientId = `skywarden-gateway-${randomBytes(6).toString('hex')}`
  let version: 4 | 5 = 5
  let client: MqttClient | undefined
  let isReady = false
  let pauseMs = firstPauseMs
  let again: NodeJS.Timeout | undefined
  let isClosed = true
  let trouble = 'not connected yet'

  function lose(why: string) {
    if (isReady || trouble !== why) log.warn({ why }, 'the MQTT broker cannot be reached; see MQTT_URL')
    isReady = false
    trouble = why
  }

  /** Reconnects with a growing pause that differs between processes. */
  function connectAgain() {
    if (isClosed || again) return
    const waitMs = pauseMs * (0.5 + Math.random())
    pauseMs = Math.min(longestPauseMs, pauseMs * 2)
    again = setTimeout(() => {
      again = undefined
      connect()
    }, waitMs)
    again.unref()
  }

  function connect() {
    const mine = mqtt.connect(url, { ...options, clientId, protocolVersion: version })
    client = mine
    let isOver = false
    const end = (why: string) => {
      if (isOver) return
      isOver = true
      if (client === mine && !isClosed) lose(why)
      mine.end(true)
      connectAgain()
    }
    mine.on('error', error => {
      if (version === 5 && 'code' in error && wrongVersion.has(error.code)) {
        version = 4
        pauseMs = 0
      }
      end(error.message)
    })
    mine.on('close', () => end('the connection was closed'))
    mine.on('message', onMessage)
    mine.on('connect', () => {
      const topics = deviceChannels.map(topicsOfAll)
      mine.subscribe(topics, { qos: 1 }, (error, granted) => {
        const isRefused = error || granted?.some(({ qos }) => qos >= 128)
        if (isRefused) return end(`it rejected the server's subscriptions (${topics.join(', ')})`)
        log.info({ version }, 'the MQTT broker is connected')
        isReady = true
        pauseMs = firstPauseMs
      })
    })
  }

  return {
    async open() {
      isClosed = false
      connect()
    },
    async close() {
      isClosed = true
      isReady = false
      clearTimeout(again)
      again = undefined
      await client?.endAsync(true)
    },
    async send(topic, payload, livesMs) {
      if (!client || !isReady) throw new Error(`The MQTT broker cannot be reached: ${trouble}`)
      const properties =
        version === 5 ? { messageExpiryInterval: Math.max(1, Math.ceil(livesMs / 1000)) } : {}
      await client.publishAsync(topic, payload, { qos: 1, properties })
    },
    async check() {
      if (!isReady) throw new Error(`The MQTT broker cannot be reached: ${trouble}`)
      return `Connected to the MQTT broker using MQTT ${version === 5 ? '5' : '3.1.1'}`
    },
    hangUp: () => {},
    connected: () => undefined,
  }
}
