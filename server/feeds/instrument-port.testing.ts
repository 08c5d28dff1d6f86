import type { InstrumentMessage } from '#domain/instruments/message'
import type { MakeId } from '#domain/instruments/makes'
import type { InstrumentPort, WantedInstrument } from './instrument-port.ts'

export interface TestPort extends InstrumentPort {
  readonly list: WantedInstrument[]
  readonly messages: { readonly id: number; readonly message: InstrumentMessage }[]
  /** The reason that each instrument shows. */
  readonly refused: Map<number, string>
  /** Everything that instruments showed, in order. */
  readonly said: string[]
  /** Makes the next messages fail to be stored. */
  isBroken: boolean
  last(id: number): InstrumentMessage | undefined
}

/** Creates a register of instruments in memory that records what it is given. */
export function testPort(...list: WantedInstrument[]): TestPort {
  const messages: TestPort['messages'] = []
  const [refused, said] = [new Map<number, string>(), [] as string[]]
  return {
    list,
    messages,
    refused,
    said,
    isBroken: false,
    wanted: () => list,
    async receive(id, message) {
      if (this.isBroken) throw new Error('no database')
      messages.push({ id, message })
      return 'taken'
    },
    refuse(id, because) {
      refused.set(id, because)
      said.push(because)
    },
    recovered: id => void refused.delete(id),
    last: id => messages.findLast(each => each.id === id)?.message,
  }
}

let lastId = 0
export function wantedInstrument(
  make: MakeId,
  more: Partial<Omit<WantedInstrument, 'apiKey'>> & { readonly key?: string } = {},
): WantedInstrument {
  const { key = null, ...rest } = more
  const place = { latitude: 35.2, longitude: -97.44 }
  const plain = { id: ++lastId, customerId: 7, version: 1, make, address: null, serial: null, ...place }
  return { ...plain, ...rest, apiKey: () => key }
}
