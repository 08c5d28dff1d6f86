import type { Phase } from '#domain/hardware/command'
import type { PolicyShortName } from '#domain/policies/policy-types'

interface LocationOf {
  readonly locationId: number
  readonly userId: string
}
interface DelayOf extends LocationOf {
  readonly delayId: number
  readonly ring: 1 | 2 | 3 | 4
}
interface WarningOf extends LocationOf {
  readonly warningId: number
  readonly policyType: PolicyShortName
}
interface AdvisoryOf {
  readonly source: string
  readonly advisoryId: string
  readonly event: string
}

interface DeviceOf {
  readonly deviceId: number
}
interface AlarmOf extends DeviceOf {
  readonly alarmId: number
}

/** The strike that caused something, in facts that are traced: consequences in any process join its trace. */
export interface StrikeTrace {
  /** Its position in the strike log. */
  readonly strike: number
  readonly source: string
  readonly receivedMs: number
}
interface Traced {
  readonly trace?: StrikeTrace
}

/** All facts in the change log: their kinds and payloads. */
export interface Facts {
  /** A location was added, edited or moved. */
  'location changed': LocationOf
  'location removed': LocationOf
  /** A policy was added, edited or deleted. This may also have changed whom it applies to. */
  'policy changed': { readonly policyId: number }
  /** An organization location was added, edited, deleted, or linked to other groups. */
  'organization location changed': { readonly organizationLocationId: number }
  /** A widget was added, edited or deleted. */
  'widget changed': { readonly widgetId: number }
  /** A user group was added, edited or deleted. */
  'group changed': { readonly groupId: number }
  /** A person's role, permissions, group, activity or customer changed. */
  'person changed': { readonly personId: string }
  /** A feed key was created or revoked. */
  'feed key changed': { readonly keyId: number }
  'delay opened': DelayOf & Traced & { readonly endsAt: string }
  'delay extended': DelayOf & Traced & { readonly endsAt: string; readonly strikes: number }
  /** The delay should be over by now, but nothing proves that it is. */
  'delay unproven': DelayOf
  'delay ended': DelayOf & {
    readonly isAllClear: boolean
    /** Only a satellite proves the All Clear. */
    readonly satelliteOnly?: true
  }
  /** Someone accepted that a satellite alone proves All Clear at a place, or withdrew that. */
  'satellite acceptance changed': {
    readonly locationId: number | null
    readonly organizationLocationId: number | null
  }
  'warning opened': WarningOf
  /** Values are back within limits, and the all-clear time is running. */
  'warning counting': WarningOf
  /**
   * The warning remains active because it was breached again or reported again, or because nothing is known right now.
   */
  'warning changed': WarningOf & { readonly isAlertDue: boolean }
  'warning ended': WarningOf & { readonly isAllClear: boolean }
  /** A message from the provider's meteorologists for an area. */
  'proactive forecast issued': {
    readonly source: string
    readonly forecastId: string
    readonly messageId: string
  }
  /** A station was registered or corrected, or its page was made public or private. */
  'station changed': { readonly stationId: number }
  /** A customer's own instrument was added, edited or removed, or has a new key. */
  'instrument changed': { readonly instrumentId: number }
  /** A device was registered, edited, enabled, disabled or removed. */
  'device changed': DeviceOf
  /** A device's old key is no longer valid. */
  'device cut off': DeviceOf & { readonly device: string }
  'device connected': DeviceOf & { readonly isOnline: boolean }
  /** A device's activity changed. */
  'device busy': DeviceOf
  /** The outcome of a command. */
  'command answered': DeviceOf & { readonly commandId: string; readonly state: Phase | 'unconfirmed' }
  'siren alarm opened': AlarmOf & Traced
  'siren alarm ended': AlarmOf & { readonly isAllClear: boolean }
  'advisory issued': AdvisoryOf
  'advisory ended': AdvisoryOf
}
