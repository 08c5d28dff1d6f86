/** A value to type into the station's own app. */
export interface TypedIn {
  /** The field's name in the maker's app. */
  readonly label: string
  readonly text: string
  readonly about?: string
  /** Whether the value is part of a file, whose lines should not wrap. */
  readonly isFile?: boolean
}

export interface Setup {
  /** Where to find the settings. */
  readonly where: readonly string[]
  readonly fields: readonly TypedIn[]
  /** A command that sends what the station would; null if no command can. */
  readonly curl: string | null
  /** Notes to read before typing anything, such as that the station cannot reach the address. */
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

/** Warns about an address that no station can reach. */
export function localWarnings({ hostname }: Here): SetupWarning[] {
  if (!/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return []
  return [
    {
      title: `A station cannot find ${hostname}`,
      text: 'That is the name each device has for itself. Type the IP address of the computer that runs Skywarden instead. It accepts other devices only if it was started with HOST=0.0.0.0.',
    },
  ]
}
