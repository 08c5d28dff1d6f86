import { Battery } from './HealthFacts.tsx'
import {
  instrumentBattery,
  lightningText,
  noticesOf,
  latestRefusal,
  signalText,
  valueLine,
} from './instrument-text.ts'
import classes from './Instruments.module.css'
import { StatePill } from './StatePill.tsx'
import type { Instrument } from '#contract/devices/instruments'
import { makeOf } from '#domain/instruments/makes'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useId } from 'react'
import { Link } from 'react-router'

/** Shows one instrument: its values, whether it is sending, and its problems. Links to its page. */
export function InstrumentCard({ instrument, nowMs }: { instrument: Instrument; nowMs: number }) {
  const id = useId()
  const { name, make, locationName, health, isSilent } = instrument
  const signal = signalText(health.signalDbm)
  const line = valueLine(instrument)
  const strike = instrument.lightning?.lastStrike ? lightningText(instrument, nowMs) : null
  const refusal = latestRefusal(instrument)
  const notices = [...(refusal ? [refusal.because] : []), ...noticesOf(instrument)]
  return (
    <article className={classes.card} aria-labelledby={id} data-silent={isSilent || undefined}>
      <div>
        <h3 id={id}>
          <Link to={`/Hardware/Instruments/${instrument.id}`}>{name}</Link>
        </h3>
        <p className={classes.dim}>{[makeOf(make).name, locationName].filter(Boolean).join(' · ')}</p>
      </div>
      {line !== null && (
        <p className={classes.line} data-old={isSilent || undefined}>
          {line}
          {isSilent && <span className={classes.dim}>Last known values</span>}
        </p>
      )}
      <p className={classes.pills}>
        <StatePill instrument={instrument} />
        {strike !== null && <span className={classes.dim}>{strike}</span>}
      </p>
      {(instrumentBattery(health) !== null || signal !== null) && (
        <p className={classes.pills}>
          {instrumentBattery(health) !== null && (
            <>
              <span className={classes.dim}>Battery</span>
              <span>
                <Battery health={health} />
              </span>
            </>
          )}
          {signal !== null && <span className={classes.dim}>Signal {signal}</span>}
        </p>
      )}
      {notices.map(text => (
        <p key={text} className={classes.notice}>
          <IconAlertTriangle size={18} aria-hidden />
          {text}
        </p>
      ))}
    </article>
  )
}
