import { adminRoles } from '#domain/access/roles'
import { calibratedMeasures } from '#domain/instruments/calibration'
import { makeIds } from '#domain/instruments/makes'
import { mappedMeasures } from '#domain/instruments/measure-units'
import { instrumentTroubles } from '#domain/instruments/message'
import { call } from '#contract/call'
import { elevationFeet } from '#contract/devices/stations'
import { idNumber, idText, instant, latitude, line, longitude, nothing, version } from '#contract/shapes'
import * as z from 'zod/mini'

/** Customers' own weather stations and lightning sensors, of any make. */
const viewers = { roles: adminRoles } as const
const managers = { roles: ['SuperAdmin', 'Admin'] } as const
const ofInstrument = z.strictObject({ id: idText })

const notANumber = 'must be a number'
const calibration = z.strictObject({
  measure: z.enum(calibratedMeasures),
  /** Added after multiplying by the factor, in the measure's unit. */
  offset: z
    .number(notANumber)
    .check(z.minimum(-500, 'must be from -500 to 500'), z.maximum(500, 'must be from -500 to 500')),
  factor: z
    .number(notANumber)
    .check(z.minimum(0.1, 'must be from 0.1 to 10'), z.maximum(10, 'must be from 0.1 to 10')),
  /** When the calibration was measured. */
  since: z.iso.date(),
})
export type Calibration = z.output<typeof calibration>

/** One field of a message in JSON, and what it means. */
const fieldMapping = z.strictObject({
  path: line(200),
  measure: z.enum(mappedMeasures, 'is not something that can be measured'),
  unit: line(20),
})

/** A value of the last message: what was sent, what is used, and why it is not trusted. */
const receivedValue = z.object({
  measure: z.string(),
  /** The value as sent, converted to our unit. */
  sent: z.number(),
  /** The value after calibration; the same as `sent` if there is none. */
  value: z.number(),
  isCorrected: z.boolean(),
  /** Why the value is not used; null if it is. */
  doubt: z.nullable(z.string()),
  /** Why the value may be wrong, or lacks a part, although it is used. */
  caution: z.optional(z.string()),
})

export const instrument = z.object({
  id: idNumber,
  make: z.enum(makeIds),
  name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  elevationFeet: z.nullable(z.number()),
  organizationLocationId: z.nullable(idNumber),
  locationName: z.string(),
  /** The instrument's weather station; null if it measures only lightning. */
  weatherStationId: z.nullable(idNumber),
  /** The ID that the sender includes in every message. */
  senderId: z.string(),
  /** The address of a unit that the server polls. */
  address: z.nullable(z.string()),
  /** The serial number of a unit that sends no ID. */
  serial: z.nullable(z.string()),
  hasApiKey: z.boolean(),
  windHeightFeet: z.nullable(z.number()),
  /** Whether the strikes it reports start delays. */
  raisesDelays: z.boolean(),
  calibration: z.array(calibration),
  mapping: z.array(fieldMapping),
  version,
  created: instant,
  /** When the last message arrived; null before the first. */
  heardAt: z.nullable(instant),
  firstHeardAt: z.nullable(instant),
  /** Whether the instrument has been silent for too long. */
  isSilent: z.boolean(),
  received: z.nullable(
    z.object({
      values: z.array(receivedValue),
      understood: z.array(z.string()),
      ignored: z.array(z.string()),
      /** For free-form JSON: the message's fields, from which the user chooses. */
      fields: z.array(z.object({ path: z.string(), value: z.string() })),
      /** How far the sender's clock is ahead; null if it sends no time. */
      clockAheadSeconds: z.nullable(z.number()),
      /** How old the values were when they arrived, if the sender caught up after an interruption. */
      lateSeconds: z.optional(z.number()),
      /**
       * If the sender forwards data from several sensors: first the one that these values come from, then the others.
       */
      sensors: z.optional(z.array(z.object({ name: z.string(), heardAt: instant }))),
    }),
  ),
  health: z.object({
    isBatteryLow: z.nullable(z.boolean()),
    volts: z.nullable(z.number()),
    signalDbm: z.nullable(z.number()),
    firmware: z.nullable(z.string()),
    model: z.nullable(z.string()),
    intervalSeconds: z.nullable(z.number()),
    troubles: z.array(z.enum(instrumentTroubles)),
    messagesToday: z.number(),
    missedToday: z.number(),
  }),
  lightning: z.nullable(
    z.object({
      lastStrike: z.nullable(instant),
      miles: z.nullable(z.number()),
      count: z.nullable(z.number()),
    }),
  ),
  /** The last message that was rejected, and why: for example, a wrong key. */
  refused: z.nullable(z.object({ at: instant, because: z.string() })),
})
export type Instrument = z.output<typeof instrument>

export const listInstruments = call({
  name: 'listInstruments',
  summary: 'List your organization’s own weather stations and lightning sensors',
  method: 'GET',
  path: '/api/Instrument',
  who: viewers,
  reply: z.array(instrument),
})

export const getInstrument = call({
  name: 'getInstrument',
  summary: 'Get an instrument with its last message',
  method: 'GET',
  path: '/api/Instrument/{id}',
  who: viewers,
  params: ofInstrument,
  reply: instrument,
})

/** What to type into the station's app. Shown once: only the key's hash is stored. */
const newInstrumentKey = z.extend(instrument, {
  key: z.string(),
  /** Where instruments that publish via MQTT connect; `{host}` is a placeholder for this server's host name. */
  mqttAddresses: z.array(z.string()),
})
export type NewInstrumentKey = z.output<typeof newInstrumentKey>

const settings = {
  name: line(80),
  latitude,
  longitude,
  elevationFeet: z._default(z.nullable(elevationFeet), null),
  organizationLocationId: z._default(z.nullable(idNumber), null),
  address: z._default(z.nullable(line(300)), null),
  serial: z._default(z.nullable(line(60)), null),
  windHeightFeet: z._default(
    z.nullable(
      z
        .number(notANumber)
        .check(z.minimum(1, 'must be from 1 to 500'), z.maximum(500, 'must be from 1 to 500')),
    ),
    null,
  ),
  raisesDelays: z._default(z.boolean(), true),
  mapping: z._default(z.array(fieldMapping).check(z.maxLength(40, 'must have at most 40 fields')), []),
  /** The provider's key, which is stored encrypted and never shown. Omit to keep the current one. */
  apiKey: z.optional(line(300)),
}

export const addInstrument = call({
  name: 'addInstrument',
  summary: 'Add an instrument; its key is shown once',
  method: 'POST',
  path: '/api/Instrument',
  who: managers,
  whileActingAs: 'refused',
  body: z.strictObject({ make: z.enum(makeIds, `must be one of ${makeIds.join(', ')}`), ...settings }),
  reply: newInstrumentKey,
})

export const updateInstrument = call({
  name: 'updateInstrument',
  summary: 'Update an instrument’s position, calibration and mapping',
  method: 'PUT',
  path: '/api/Instrument/{id}',
  who: managers,
  whileActingAs: 'refused',
  params: ofInstrument,
  body: z.strictObject({
    version,
    ...settings,
    calibration: z._default(
      z.array(calibration).check(z.maxLength(calibratedMeasures.length, 'must have one entry per measure')),
      [],
    ),
  }),
  current: instrument,
  reply: instrument,
})

export const changeInstrumentKey = call({
  name: 'changeInstrumentKey',
  summary: 'Give an instrument a new key; the old one stops working',
  method: 'POST',
  path: '/api/Instrument/Key/{id}',
  who: managers,
  whileActingAs: 'refused',
  params: ofInstrument,
  reply: newInstrumentKey,
})

export const removeInstrument = call({
  name: 'removeInstrument',
  summary: 'Remove an instrument; its past measurements stay',
  method: 'DELETE',
  path: '/api/Instrument/{id}',
  who: managers,
  whileActingAs: 'refused',
  params: ofInstrument,
  reply: nothing,
})
