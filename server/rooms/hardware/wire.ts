import { roundedVolts } from '#domain/hardware/health'
import type { Activation, Hardware, UnitRelay } from '#contract/devices/hardware'
import type { Siren } from '#contract/devices/sirens'
import { isTestEvent } from '#domain/hardware/command'
import { desiredRelay } from '#domain/hardware/relay'
import type { SirenRing } from '#domain/hardware/siren-settings'
import type { HardwareModel } from '#domain/hardware/models'
import { policyTypeOf, type PolicyShortName } from '#domain/policies/policy-types'
import { wireAlertTimes } from '#server/rooms/groups/index'
import type { CommandRow } from './store/commands.ts'
import { manualOf } from './relay-automation.ts'
import type { DeviceRow, RelayRow, SirenRows } from './store/devices.ts'

const instant = (at: Date | null) => at?.toISOString() ?? null
/** The later of two instants. */
const later = (one: Date, other: Date) => (one > other ? one : other)
const triggerOf = (type: PolicyShortName | null) => type && { policyTypeId: policyTypeOf(type).id }

const wireRelay = ({ id, name, policy_type }: RelayRow) => ({
  id,
  name,
  remoteRelayTrigger: triggerOf(policy_type),
})

export interface DeviceSurroundings {
  /** The relays of the relay units that belong to the unit. */
  readonly relays: readonly RelayRow[]
  readonly isAlertTime: boolean
  readonly notProtected: string | null
}

export function wireHardware(
  device: DeviceRow,
  { relays, isAlertTime, notProtected }: DeviceSurroundings,
): Hardware {
  return {
    id: device.id,
    name: device.name,
    modelId: device.model as HardwareModel,
    enabled: device.enabled,
    sirenEnabled: device.siren_enabled,
    voltage: roundedVolts(device.voltage),
    connectedAt: instant(device.heard_at),
    isOnline: device.is_online,
    timeZoneId: device.time_zone,
    latitude: device.latitude,
    longitude: device.longitude,
    ipAddress: device.ip_address,
    afterSirenPaId: device.after_siren_pa_id,
    hasRemoteRelays: relays.length > 0,
    remoteRelays: relays.map(wireRelay),
    organizationLocationId: device.organization_location_id,
    locationName: device.location_name ?? '',
    weatherStationId: device.station_id,
    isAlertTime,
    doing: device.doing,
    // A light left on by a test is part of the test, whatever the unit reports, even while it speaks.
    isTest: device.is_test || (device.doing === 'light' && isTestEvent(device.lit_for)),
    isTestLit: device.is_online && isTestEvent(device.lit_for),
    clockAheadSeconds: device.clock_ahead_ms === null ? null : Math.round(device.clock_ahead_ms / 100) / 10,
    notProtected,
  }
}

export function wireSiren({ device, siren, alertTimes }: SirenRows, inForce: SirenRing): Siren {
  return {
    id: device.id,
    name: device.name,
    locationName: device.location_name ?? device.name,
    enabled: device.enabled && device.siren_enabled,
    radius: siren.radius_miles,
    allClearMinutes: siren.all_clear_minutes,
    inForce: { radius: inForce.radiusMiles, allClearMinutes: inForce.allClearMinutes },
    duration: siren.duration,
    frequency: siren.frequency,
    allClearDuration: siren.all_clear_duration,
    allClearFrequency: siren.all_clear_frequency,
    postWarnMessage: siren.post_warn_message,
    postAllClearMessage: siren.post_all_clear_message,
    ipAddress: device.ip_address,
    alertTimes: wireAlertTimes(alertTimes),
    isPagePublic: siren.is_page_public,
    version: siren.version,
  }
}

export function wireUnitRelay(relay: RelayRow, unit: DeviceRow, automated: boolean | null): UnitRelay {
  return {
    ...wireRelay(relay),
    ipAddress: unit.ip_address,
    isOnline: unit.is_online,
    toggled: relay.toggled,
    isOverridden: desiredRelay(automated, manualOf(relay)).isManual,
  }
}

export function wireActivation(row: CommandRow & { readonly by: string | null }): Activation {
  return {
    id: row.id,
    kind: row.act.kind,
    isTest: row.is_test,
    by: row.by,
    because: row.because,
    issuedAt: row.issued_at.toISOString(),
    state: row.state,
    // The answer may have been received by another process, one whose clock is slightly behind.
    answeredAt: instant(row.answered_at && later(row.answered_at, row.issued_at)),
    refusal: row.refusal,
  }
}
