import { abilitiesOf } from '#domain/hardware/models'
import type { RingState } from '#domain/lightning/ring'
import type { PolicyShortName } from '#domain/policies/policy-types'
import type { Speech } from '#domain/hardware/command'
import type { Events } from '#server/events'
import type { Facts } from '#server/facts'
import type { Bus } from '#server/platform/bus'
import type { Changes } from '#server/platform/changes/index'
import { dayMs, later, minuteMs, secondMs, type Clock } from '#server/platform/clock'
import type { Figure } from '#server/platform/figures'
import type { Doorbell } from '#server/platform/doorbell/index'
import type { Doing } from '#server/platform/http/ask'
import type { Caller } from '#server/platform/http/caller'
import type { LightPages } from '#server/platform/http/light-pages'
import type { Served } from '#server/platform/http/serve'
import type { MountPages } from '#server/platform/http/server'
import { whileLeading, type Leadership } from '#server/platform/leadership/index'
import type { Log } from '#server/platform/log'
import type { Schedule } from '#server/platform/schedule'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import type { Traces } from '#server/platform/traces/index'
import { isSirenRing } from '#server/rooms/lightning/index'
import type { Live } from '#server/rooms/live/index'
import type { LocationRegister } from '#server/rooms/locations/index'
import type { Stations } from '#server/rooms/stations/index'
import type { HardwareChangeDeps } from './acting.ts'
import type { CommandTraces, StrikesOfRings } from './command-traces.ts'
import { deleteAlarmsBefore } from './store/alarms.ts'
import { SirenAutomation } from './engine.ts'
import { deleteCommandsBefore } from './store/commands.ts'
import { deviceRoutes } from './routes/devices.ts'
import {
  CommandDispatcher,
  findKnownDevice,
  type CommandDispatchDeps,
  type CommandedDevice,
} from './dispatch.ts'
import { DeviceMessageHandler } from './device-messages.ts'
import { devicesSeenBy } from './reach.ts'
import { RelayAutomation } from './relay-automation.ts'
import { hardwareRoutes, type SilentInstruments } from './routes/hardware.ts'
import type { SirenRegister } from './siren-register.ts'
import { createSirenPage } from './siren-page.ts'
import { sirenPageRoutes } from './routes/siren-page.ts'
import { sirenRoutes } from './routes/sirens.ts'
import { speak, type Spoken } from './speak.ts'
import { SpeechBook } from './ready-speech.ts'
import { forgetOnline } from './store/reported.ts'
import type { DeviceRow } from './store/devices.ts'

export { forgetWaiting as forgetWaitingCommands } from './store/commands.ts'
export { hardwarePersonalData } from './personal-data.ts'
export { SirenRegister } from './siren-register.ts'
export { addDevice, changeKey, registerDevice, removeDevice, type NewDevice } from './register-device.ts'
export { listDeviceRows, listRelayRows, updateSirenRow, type DeviceRow } from './store/devices.ts'
export { knownDevice, type CommandedDevice } from './dispatch.ts'

export interface HardwareDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus<Events>
  readonly changes: Changes<Facts>
  readonly leadership: Leadership<Facts>
  /** Devices are connected to the process that is the leader for the gateway. */
  readonly gateway: Pick<Leadership<Facts>, 'term'>
  readonly doorbell: Doorbell
  readonly schedule: Schedule
  readonly leaderSchedule: Schedule
  readonly secrets: Secrets
  readonly live: Pick<Live, 'readers'>
  readonly locations: LocationRegister
  readonly stations: Stations
  readonly sirens: SirenRegister
  readonly ringState: (postId: number) => RingState | undefined
  readonly isBreachedAt: (organizationLocationId: number, type: PolicyShortName) => boolean | null
  readonly speechOf: (text: string) => Promise<Speech | null>
  readonly isWeatherSimulated: boolean
  readonly passwordOf: (key: Uint8Array) => string
  readonly lightPages: LightPages
  readonly silentInstruments: SilentInstruments
  readonly traces?: Traces | undefined
  readonly strikes?: StrikesOfRings | undefined
}

/** What other rooms may request of hardware units. */
export interface HardwareUnits {
  speakersOf(caller: Caller): Promise<DeviceRow[]>
  speak(
    doing: Doing,
    units: readonly DeviceRow[],
    what: { readonly speech: Speech; readonly times: number },
  ): Promise<Spoken[]>
}

export interface HardwareRoom extends HardwareUnits {
  readonly routes: readonly Served[]
  readonly pages: readonly MountPages[]
  readonly figures: readonly Figure[]
  readonly hearing: DeviceMessageHandler
  /** Identifies a connecting device for the gateway. */
  findDevice(device: string): Promise<CommandedDevice | undefined>
  /** Called when the gateway opens: commands are sent through it from then on. */
  openDoor(door: {
    readonly send: CommandDispatchDeps['send']
    readonly cutOff: (device: string) => void
    readonly addresses: readonly string[]
  }): Promise<void>
}

const keptMs = 400 * dayMs
const tasks = {
  sirens: 'siren automation',
  relays: 'relay automation',
  speech: 'siren speech',
  commands: 'device commands',
} as const

/** Traces commands, if the operator has named a collector. */
async function followCommands({ traces, strikes, clock }: HardwareDeps): Promise<CommandTraces | undefined> {
  if (!traces || !strikes) return undefined
  const { CommandTraces: Following } = await import('./command-traces.ts')
  return traces.guard(new Following(traces, strikes, clock))
}

/** Sirens, stations, relays and loudspeakers: their state, their desired state, and their commands. */
export async function createHardware(deps: HardwareDeps): Promise<HardwareRoom> {
  const { db, clock, log, bus, changes, doorbell, schedule, leaderSchedule, secrets } = deps
  const sendNow = () => {
    schedule.nudge(tasks.commands)
    doorbell.ringOthers('commands')
  }
  const speechBook = new SpeechBook(deps)
  const readySpeech = (text: string) => speechBook.of(text)
  const commandTraces = await followCommands(deps)
  const automationDeps = { ...deps, readySpeech, onGiven: sendNow, commandTraces }
  const sirenAutomation = new SirenAutomation(automationDeps)
  const relayAutomation = new RelayAutomation(automationDeps)
  const dispatcher = new CommandDispatcher()
  const room: HardwareChangeDeps = { db, changes, sendNow }
  const hearing = new DeviceMessageHandler({
    db,
    log,
    bus,
    changes,
    drops: deps.stations.drops,
    traces: commandTraces,
    stationOf: async id => {
      const row = (await deps.stations.find(id))?.row
      return row && { source: row.source, id: row.source_id }
    },
  })
  let door: Parameters<HardwareRoom['openDoor']>[0] | undefined

  leaderSchedule.every(tasks.sirens, secondMs, () => whileLeading(() => sirenAutomation.settle()))
  leaderSchedule.every(tasks.relays, 5 * secondMs, () => whileLeading(() => relayAutomation.settle()))
  leaderSchedule.every(tasks.speech, minuteMs, () =>
    speechBook.prepare(
      [...deps.sirens.all()].flatMap(({ siren }) => [siren.post_warn_message, siren.post_all_clear_message]),
    ),
  )
  leaderSchedule.every('hardware retention', dayMs, async () => {
    const before = later(clock.now(), -keptMs)
    await deleteAlarmsBefore(db, 'system', before)
    await deleteCommandsBefore(db, 'system', before)
  })
  schedule.every(tasks.commands, secondMs, async () => {
    if (!door || deps.gateway.term() === null) return
    await dispatcher.send({ db, clock, log, secrets, changes, send: door.send, traces: commandTraces })
  })
  doorbell.subscribe('commands', () => schedule.nudge(tasks.commands))

  bus.subscribe('rings-changed', ({ locationIds }) => {
    if (locationIds.some(isSirenRing)) leaderSchedule.nudge(tasks.sirens)
  })
  for (const kind of ['device connected', 'device changed'] as const)
    changes.subscribe(kind, () => {
      leaderSchedule.nudge(tasks.sirens)
      leaderSchedule.nudge(tasks.relays)
    })
  changes.subscribe('command answered', ({ state }) => {
    leaderSchedule.nudge(tasks.relays)
    // A siren that starts needs no immediate check, and a storm that starts hundreds of them would trigger hundreds.
    if (state === 'refused' || state === 'unconfirmed') leaderSchedule.nudge(tasks.sirens)
  })
  for (const kind of ['warning opened', 'warning ended'] as const)
    changes.subscribe(kind, () => leaderSchedule.nudge(tasks.relays))
  changes.subscribe('device changed', () => leaderSchedule.nudge(tasks.speech))
  changes.subscribe('device changed', () => hearing.forget())
  changes.subscribe('device cut off', ({ device }) => door?.cutOff(device))
  const seen = [
    'device connected',
    'device busy',
    'command answered',
    'device changed',
    'siren alarm opened',
    'siren alarm ended',
  ] as const
  for (const kind of seen)
    changes.subscribe(kind, (_, { customerId }) => {
      const event = { kind: 'hardware-changed', asOf: clock.now().toISOString() } as const
      if (customerId !== null) deps.live.readers.sendCustomer(customerId, event)
    })

  const sirenPage = createSirenPage(deps)
  return {
    pages: [sirenPage.pages],
    routes: [
      ...sirenPageRoutes({ ...deps, sirenNamed: sirenPage.sirenNamed }),
      ...hardwareRoutes({ ...deps, ...room, relayAutomation }),
      ...sirenRoutes({ ...deps, ...room }),
      ...deviceRoutes({ ...deps, ...room, addresses: () => door?.addresses ?? [] }),
    ],
    figures: [
      {
        name: 'skywarden_siren_failures',
        help: 'Failed siren commands since the start',
        read: async () => [{ value: sirenAutomation.failures() }],
      },
    ],
    hearing,
    findDevice: device => findKnownDevice({ db, secrets }, device),
    async openDoor(opened) {
      door = opened
      await db.transaction().execute(tx => forgetOnline(tx, 'system'))
      schedule.nudge(tasks.commands)
    },
    speakersOf: async caller =>
      (await devicesSeenBy(db, caller)).filter(({ model }) => abilitiesOf(model).speaks),
    // Making the recording may have taken a while, so the message's lifetime starts now.
    speak: (doing, units, what) => speak(room, { ...doing, now: clock.now() }, units, what),
  }
}
