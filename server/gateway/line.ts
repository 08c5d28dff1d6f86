/** How the house speaks with whatever broker devices are connected to. */
export interface DeviceConnection {
  open(): Promise<void>
  close(): Promise<void>
  /** Resolves when the broker has taken it; a broker that can tell drops it when its time is over. */
  send(topic: string, payload: string, livesMs: number): Promise<void>
  /** Says how it is; throws if devices cannot be reached. */
  check(): Promise<string>
  /** Ends a device's connection, where that is in our hands. */
  hangUp(device: string): void
  /** Devices that are connected, where that can be known. */
  connected(): number | undefined
}

export type OnMessage = (topic: string, payload: Buffer) => void
