import type { DeviceAction, Phase } from '#domain/hardware/command'
import type { StrikeTrace } from '#server/facts'
import { keyOfAlarm, traceOfStrike } from '#server/fact-traces'
import type { Clock } from '#server/platform/clock'
import { createBudget, createSample, type TraceContext, type Traces } from '#server/platform/traces/index'
import { sirenRingId, type StrikeCause, type StrikeTraces } from '#server/rooms/lightning/index'
import type { AlarmRow } from './store/alarms.ts'
import type { CommandRow, WaitingCommand } from './store/commands.ts'

/** The traces of the strikes that put sirens' rings in delay. */
export interface StrikesOfRings extends Pick<StrikeTraces, 'begin'> {
  causeOf(postId: number): StrikeCause | undefined
}

/** A leader transaction that opens alarms: they become part of a trace once it has committed. */
export interface TracedAlarms {
  /** The trace of a siren's alarm, if it has one, to be stored with its fact. */
  ofAlarm(alarm: AlarmRow): { readonly trace?: StrikeTrace }
  committed(): void
}

type Command = Pick<CommandRow, 'id' | 'device_id' | 'customer_id' | 'alarm_id' | 'issued_at'> & {
  readonly act: Pick<DeviceAction, 'kind'>
}

/** An alarm ends half an hour after the strike that began it. */
const afterDanger: readonly DeviceAction['kind'][] = ['all clear', 'rest']

/** Traces siren alarms, and commands to devices until the devices answer. */
export class CommandTraces {
  readonly #traces: Traces
  readonly #strikes: StrikesOfRings
  readonly #clock: Clock
  readonly #mayTrace
  /** Decides whether to trace commands that were not caused by a traced strike. */
  readonly #isSampled

  constructor(traces: Traces, strikes: StrikesOfRings, clock: Clock) {
    this.#traces = traces
    this.#strikes = strikes
    this.#clock = clock
    this.#mayTrace = createBudget(clock)
    this.#isSampled = createSample(createBudget(clock))
  }

  deciding(): TracedAlarms {
    const from = this.#clock.now()
    const decided: ((to: Date) => void)[] = []
    return {
      ofAlarm: ({ id: alarmId, device_id: deviceId, customer_id: customerId }) => {
        const cause = this.#strikes.causeOf(sirenRingId(deviceId))
        if (!cause || !this.#mayTrace()) return {}
        const { timeMs: _, ...trace } = cause
        const parent = traceOfStrike(cause.strike)
        // Called before the commit: the first command may be sent before this process has read that the alarm is open.
        this.#traces.remember(`alarm ${alarmId}`, { trace: parent, parent: keyOfAlarm(alarmId) })
        decided.push(to => {
          this.#strikes.begin(cause, to)
          this.#traces.add({
            trace: parent,
            parent,
            key: keyOfAlarm(alarmId),
            name: 'siren alarm opened',
            from,
            to,
            details: { customerId, deviceId, alarmId },
          })
        })
        return { trace }
      },
      committed: () => {
        const to = this.#clock.now()
        for (const report of decided) report(to)
      },
    }
  }

  /** Records that a command was handed to the broker, or could not be. */
  sent(row: WaitingCommand, from: Date, isFailed: boolean) {
    const context = this.#contextOf(row)
    if (!context) return
    this.#traces.add({
      trace: context.trace,
      parent: `command ${row.id}`,
      key: `command ${row.id} ${from.getTime()}`,
      name: 'command sent',
      from,
      to: this.#clock.now(),
      details: { deviceId: row.device_id, commandId: row.id, kind: row.act.kind },
      isFailed,
    })
  }

  /** Records that a device has answered a command for the first time, or did not answer in time. */
  answered(row: Command, outcome: Phase | 'unconfirmed', to: Date) {
    const { id, device_id: deviceId, customer_id: customerId, alarm_id: alarmId, issued_at: from, act } = row
    const context = this.#contextOf(row)
    if (!context) return
    this.#traces.add({
      ...context,
      key: `command ${id}`,
      name: 'command',
      from,
      to,
      details: { customerId, deviceId, alarmId, commandId: id, kind: act.kind, outcome },
      isFailed: outcome === 'refused' || outcome === 'unconfirmed',
    })
  }

  #contextOf({ id, alarm_id, act }: Pick<Command, 'id' | 'alarm_id' | 'act'>): TraceContext | undefined {
    const isDanger = alarm_id !== null && !afterDanger.includes(act.kind)
    const known = isDanger ? this.#traces.contextOf(`alarm ${alarm_id}`) : undefined
    return known ?? (this.#isSampled(id) ? { trace: `command ${id}` } : undefined)
  }
}
