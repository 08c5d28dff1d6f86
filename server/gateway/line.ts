/** The server's connection to the broker that devices are connected to. */
export interface DeviceConnection {
  open(): Promise<void>
  close(): Promise<void>
  /**
   * Resolves when the broker has accepted the message; a broker that supports expiry drops it when its time is over.
   */
  send(topic: string, payload: string, livesMs: number): Promise<void>
  /** Reports the state; throws if devices cannot be reached. */
  check(): Promise<string>
  /** Ends a device's connection, if we control it. */
  hangUp(device: string): void
  /** Returns the number of connected devices, if known. */
  connected(): number | undefined
}

export type OnMessage = (topic: string, payload: Buffer) => void
