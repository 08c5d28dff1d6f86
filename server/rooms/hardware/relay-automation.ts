import { desiredRelay, type ManualSetting } from '#domain/hardware/relay'
import type { PolicyShortName } from '#domain/policies/policy-types'
import type { Facts } from '#server/facts'
import type { Clock } from '#server/platform/clock'
import { LeadershipLost, type Leadership } from '#server/platform/leadership/index'
import type { Log } from '#server/platform/log'
import type { Db, Tx } from '#server/platform/store/index'
import { newestCommandOf } from './store/commands.ts'
import { unconfirmedAfterMs } from '#domain/hardware/siren-alarm'
import { giveCommand } from './give-command.ts'
import {
  findDevice,
  holdDevice,
  listRelayRows,
  updateRelay,
  type DeviceRow,
  type RelayRow,
} from './store/devices.ts'

export interface RelayAutomationDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly leadership: Pick<Leadership<Facts>, 'commit'>
  /** Whether a policy of a type is breached at a place; null if the place is not watched. */
  readonly isBreachedAt: (organizationLocationId: number, type: PolicyShortName) => boolean | null
  readonly isWeatherSimulated: boolean
  readonly onGiven: () => void
}

export function manualOf({ manual, manual_against }: RelayRow): ManualSetting | null {
  return manual === null ? null : { on: manual, against: manual_against }
}

/** Switches relays to the state their automation or a person set. */
export class RelayAutomation {
  readonly #deps: RelayAutomationDeps

  constructor(deps: RelayAutomationDeps) {
    this.#deps = deps
  }

  /** The state that the automation requires of a relay; null if the automation does not control the relay. */
  automated(relay: Pick<RelayRow, 'policy_type'>, unit: DeviceRow): boolean | null {
    const { policy_type: type } = relay
    const { organization_location_id: place } = unit
    const follows = unit.enabled && unit.is_simulated === this.#deps.isWeatherSimulated
    return type === null || place === null || !follows ? null : this.#deps.isBreachedAt(place, type)
  }

  async settle(): Promise<void> {
    const { db, leadership, log, onGiven } = this.#deps
    for (const relay of await listRelayRows(db, 'system')) {
      if (relay.policy_type === null) continue
      try {
        const unit = await findDevice(db, 'system', relay.device_id)
        if (!unit || this.#isSettled(relay, unit)) continue
        if (await leadership.commit(tx => this.#settleOne(tx, relay.id, unit.id))) onGiven()
      } catch (error) {
        if (error instanceof LeadershipLost) throw error
        // The other relays must still be switched.
        log.error({ err: error, relayId: relay.id }, 'could not switch a relay; retrying')
      }
    }
  }

  #isSettled(relay: RelayRow, unit: DeviceRow): boolean {
    const automated = this.automated(relay, unit)
    const manual = manualOf(relay)
    const isStale = manual !== null && manual.against !== automated
    const { on } = desiredRelay(automated, manual)
    return !isStale && (on === null || on === relay.toggled || !unit.is_online)
  }

  async #settleOne(tx: Tx, relayId: number, unitId: number): Promise<boolean> {
    const now = this.#deps.clock.now()
    const unit = await holdDevice(tx, 'system', unitId)
    const relay = (await listRelayRows(tx, 'system', [unitId])).find(({ id }) => id === relayId)
    if (!unit || !relay) return false
    const automated = this.automated(relay, unit)
    const { on, isManual } = desiredRelay(automated, manualOf(relay))
    // A manual setting ends when the automation requires another state, and is not restored afterward.
    if (!isManual && relay.manual !== null)
      await updateRelay(tx, 'system', relayId, { manual: null, manual_against: null })
    if (on === null || on === relay.toggled || !unit.is_online) return false
    const last = await newestCommandOf(tx, 'system', unitId, relay.name)
    if (last && now.getTime() - last.issued_at.getTime() < unconfirmedAfterMs) return false
    const act = { kind: 'switch relay', relay: relay.name, on } as const
    const why = automated ? `${relay.policy_type} is breached` : `${relay.policy_type} is clear`
    const because = isManual ? 'Set by hand' : why
    await giveCommand(tx, unit, { act, because, by: 'system' }, now)
    return true
  }
}
