import type { Door, MakeId } from '#domain/instruments/makes'
import type { InstrumentMessage } from '#domain/instruments/message'

/** An instrument that this server connects to or listens for, as it is set up now. */
export interface WantedInstrument {
  readonly id: number
  readonly customerId: number
  /** Changes with every edit of the instrument. */
  readonly version: number
  readonly make: MakeId
  readonly address: string | null
  readonly serial: string | null
  readonly latitude: number
  readonly longitude: number
  /** Decrypts the key. Call it only when the key is used; null if there is none. */
  apiKey(): string | null
}

/** Accepts messages that the server fetches itself. Nothing here depends on their further use. */
export interface InstrumentPort {
  wanted(door: Door): readonly WantedInstrument[]
  /** Rejects if its strikes could not be stored. */
  receive(instrumentId: number, message: InstrumentMessage): Promise<'taken' | 'repeated' | 'too many'>
  /** Shows on the instrument why nothing arrives, until `recovered`. */
  refuse(instrumentId: number, because: string): void
  recovered(instrumentId: number): void
}

/** A failure with a message for the person who set up the instrument. */
export class InstrumentFault extends Error {}
