import type { Measures } from '#domain/conditions/reading'
import type { StrikeType } from '#domain/lightning/strike'

/**
 * The content of one message from an instrument of any make: the same values as in a reading from our own devices, in
 * the same units. Missing values are omitted or null, never zero.
 */
export interface InstrumentMessage {
  /** According to the sender's clock; null if the message has no time. Readings use the time of receipt instead. */
  readonly sentMs: number | null
  /** When a polled record was made, as if the sender's unknown time zone were UTC; absent if records have no time. */
  readonly recordMs?: number | null
  readonly measures: InstrumentMeasures
  readonly lightning: SensedLightning | null
  /** Identifies which of several sensors sent the values, if a receiver passes on everything it hears. */
  readonly sensor?: string
  readonly health: InstrumentHealth
  /** The names of the fields that were understood, as the sender spells them. */
  readonly understood: readonly string[]
  /** The names of unknown fields, for the person who sets up the instrument. */
  readonly ignored: readonly string[]
}

/** The values of a reading, and others that only some instruments measure. */
export interface InstrumentMeasures extends Partial<
  Omit<Measures, 'cloudFraction' | 'visibilityMiles' | 'weatherCode' | 'measuredWbgtF'>
> {
  /** Reduced to sea level by the sender. */
  readonly seaLevelPressureHpa?: number | null
  readonly uvIndex?: number | null
  readonly wbgtF?: number | null
  readonly pm10?: number | null
  /** A gauge's counter that does not reset daily, in inches, so only its differences mean anything. */
  readonly rainCounterInches?: number | null
}
export type InstrumentMeasure = keyof InstrumentMeasures

export interface SensedLightning {
  readonly strikes: readonly SensedStrike[]
  /** How many strikes the sensor counts since its own midnight or start; null if it does not report that. */
  readonly count: number | null
}

/** A strike as a sensor reports it: some sensors measure only its distance, others its position. */
export type SensedStrike = {
  /**
   * An ID that stays the same whenever the same strike is sent again. Together with the time, it is unique within the
   * instrument.
   */
  readonly id: string
  /** Null if the sensor has no clock; the time of receipt is then used. */
  readonly timeMs: number | null
} & SensedPosition

export type SensedPosition =
  | { readonly kind: 'distance'; readonly miles: number; readonly errorMiles: number }
  | {
      readonly kind: 'bearing'
      readonly miles: number
      readonly errorMiles: number
      /** From the sensor, clockwise from true north. */
      readonly bearingDegrees: number
    }
  | {
      readonly kind: 'place'
      readonly latitude: number
      readonly longitude: number
      readonly errorMiles: number
      /** Peak current in kA, signed. */
      readonly amp: number | null
      readonly type: StrikeType
    }

/** An instrument's state; null if not reported. */
export interface InstrumentHealth {
  readonly isBatteryLow: boolean | null
  readonly volts: number | null
  /** Received signal strength. */
  readonly signalDbm: number | null
  readonly firmware: string | null
  readonly model: string | null
  /** How often the instrument sends, as it reports. */
  readonly intervalSeconds: number | null
  /**
   * Problems that it reports about itself and that people should know about, such as electrical noise at its lightning
   * sensor.
   */
  readonly troubles: readonly InstrumentTrouble[]
}

export const instrumentTroubles = [
  'electrical noise',
  'lightning sensor failed',
  'sensor failed',
  'station lost',
  'sensors disagree',
  'indoors',
] as const
/** `station lost`: the receiver repeats old values because it no longer hears its outdoor unit. */
export type InstrumentTrouble = (typeof instrumentTroubles)[number]

export const noHealth: InstrumentHealth = {
  isBatteryLow: null,
  volts: null,
  signalDbm: null,
  firmware: null,
  model: null,
  intervalSeconds: null,
  troubles: [],
}
