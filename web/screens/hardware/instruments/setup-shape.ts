/** Something to type into the station's own app. */
export interface TypedIn {
  /** As the maker's app names it. */
  readonly label: string
  readonly text: string
  readonly about?: string
  /** Whether it is part of a file, with lines that should not be wrapped. */
  readonly isFile?: boolean
}

export interface Setup {
  /** The way to the settings. */
  readonly where: readonly string[]
  readonly fields: readonly TypedIn[]
  /** A command that does what the station would; null if none can. */
  readonly curl: string | null
  /** A note before typing: an address that the station cannot reach as it is. */
  readonly warnings: readonly SetupWarning[]
}

export interface SetupWarning {
  readonly title: string
  readonly text: string
}

export interface SetupSender {
  readonly senderId: string
  readonly key: string
  readonly mqttAddresses: readonly string[]
}
export type Here = Pick<Location, 'origin' | 'protocol' | 'hostname' | 'port'>

/** An address that no station can reach as it is. */
export function localWarnings({ hostname }: Here): SetupWarning[] {
  if (!/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return []
  return [
    {
      title: `A station cannot find ${hostname}`,
      text: 'That is the name each device has for itself. Type the IP address of the computer that runs Skywarden instead. It answers others only if it was started with HOST=0.0.0.0.',
    },
  ]
}
