import {
  alsoReceivedText,
  instrumentBattery,
  lightningText,
  raisesText,
  signalText,
} from './instrument-text.ts'
import type { Instrument } from '#contract/devices/instruments'
import { makeOf } from '#domain/instruments/makes'
import { useServerSecond } from '#web/data/devices/instruments.ts'
import { FactList } from '#web/parts/page/Facts.tsx'
import { StatusPill } from '#web/parts/page/StatusPill.tsx'
import { shownDuration } from '#web/parts/time/durations.ts'
import { IconBattery1, IconBattery4, IconHelp } from '@tabler/icons-react'
import type { ReactNode } from 'react'

const unsaid = 'Not reported'

/** Shows the instrument's state, from what it reports and from the messages received. */
export function HealthFacts({ instrument }: { instrument: Instrument }) {
  const nowMs = useServerSecond()
  const { health, received, senderId, make } = instrument
  const lightning = lightningText(instrument, nowMs)
  const [sensor] = received?.sensors ?? []
  const others = alsoReceivedText(instrument, nowMs)
  const clock = received?.clockAheadSeconds ?? null
  const facts: { label: string; value: ReactNode }[] = [
    { label: 'Battery', value: <Battery health={health} /> },
    { label: 'Signal', value: signalText(health.signalDbm) ?? unsaid },
    { label: 'Messages today', value: health.messagesToday.toLocaleString('en-US') },
    { label: 'Missed today', value: health.missedToday.toLocaleString('en-US') },
    {
      label: 'Sends every',
      value: health.intervalSeconds === null ? unsaid : shownDuration(health.intervalSeconds * 1000),
    },
    { label: 'Clock', value: clock === null ? 'Does not send the time' : clockOff(clock) },
    ...(health.model === null ? [] : [{ label: 'Model', value: health.model }]),
    { label: 'Firmware', value: health.firmware ?? unsaid },
    { label: 'ID', value: <code>{senderId}</code> },
    ...(sensor === undefined ? [] : [{ label: 'Sensor', value: sensor.name }]),
    ...(others === null ? [] : [{ label: 'Also received', value: others }]),
    ...(makeOf(make).lightning === null
      ? []
      : [
          { label: 'Lightning', value: lightning ?? 'No lightning sensor has reported' },
          { label: 'Its strikes', value: raisesText(instrument.raisesDelays) },
        ]),
  ]
  return <FactList facts={facts} />
}

function clockOff(aheadSeconds: number): string {
  if (Math.abs(aheadSeconds) < 1) return 'Correct'
  return `${shownDuration(Math.abs(aheadSeconds) * 1000)} ${aheadSeconds > 0 ? 'ahead' : 'behind'}`
}

/** Describes the instrument's battery, or says that it is not reported. */
export function Battery({ health }: { health: Instrument['health'] }) {
  const battery = instrumentBattery(health)
  if (!battery) return unsaid
  const icon = battery.tone === 'good' ? IconBattery4 : battery.tone === 'bad' ? IconBattery1 : IconHelp
  return (
    <>
      <StatusPill tone={battery.tone} icon={icon}>
        {battery.label}
      </StatusPill>
      {battery.volts !== null && ` ${battery.volts}`}
    </>
  )
}
