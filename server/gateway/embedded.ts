import type { Broker } from './broker.ts'
import type { createDoors } from './doors.ts'
import type { DeviceConnection, OnMessage } from './line.ts'

/** Connects to the embedded broker directly, without using the network. */
export function embeddedLine(
  broker: Broker,
  doors: ReturnType<typeof createDoors>,
  onMessage: OnMessage,
): DeviceConnection {
  let isOpen = false
  return {
    async open() {
      await broker.start(onMessage)
      isOpen = true
      await doors.open()
    },
    async close() {
      isOpen = false
      await doors.close()
      await broker.stop()
    },
    async send(topic, payload) {
      if (!isOpen) throw new Error('The device listener is closed')
      await broker.publish(topic, payload)
    },
    check: async () => doors.check(),
    hangUp: broker.hangUp,
    connected: broker.connected,
  }
}
