import { lightningText, missingNames, latestRefusal } from './instrument-text.ts'
import classes from './Instruments.module.css'
import { ValueTable } from './ValueTable.tsx'
import type { Instrument } from '#contract/devices/instruments'
import { sendsWithKey } from '#domain/instruments/makes'
import { useServerSecond } from '#web/data/devices/instruments.ts'
import { useMe } from '#web/data/people/users.ts'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'
import { shownDuration } from '#web/parts/time/durations.ts'
import { shownTimeInZone } from '#web/parts/time/times.ts'
import { Loader } from '@mantine/core'
import { IconCircleCheck, IconPlugOff } from '@tabler/icons-react'

/** Shows what was received: nothing yet, a message that was refused, or the values of the last one. */
export function LastMessage({ instrument }: { instrument: Instrument }) {
  const { timeZone } = useMe()
  const refusal = latestRefusal(instrument)
  return (
    <div className={classes.arrival}>
      <Heard instrument={instrument} />
      {refusal && (
        <WarningNote
          title={`${sendsWithKey(instrument.make) ? 'A message was refused' : 'Nothing could be read'} at ${shownTimeInZone(refusal.at, timeZone)}`}
          text={refusal.because}
        />
      )}
      {instrument.received && <Received instrument={instrument} received={instrument.received} />}
    </div>
  )
}

function Heard({ instrument: { heardAt, isSilent } }: { instrument: Instrument }) {
  const nowMs = useServerSecond()
  const since = heardAt === null ? null : shownDuration(nowMs - Date.parse(heardAt))
  return (
    <div className={classes.heard} data-state={since === null ? 'waiting' : isSilent ? 'silent' : 'sending'}>
      {since === null ? (
        <Loader size={20} />
      ) : isSilent ? (
        <IconPlugOff size={22} aria-hidden />
      ) : (
        <IconCircleCheck size={22} aria-hidden />
      )}
      <div>
        {since === null ? (
          <>
            <p className={classes.strong}>Waiting for the first message...</p>
            <p className={classes.dim}>
              It will appear here as soon as it arrives. You can leave this page and return.
            </p>
          </>
        ) : (
          <p className={classes.strong}>{isSilent ? `Silent for ${since}` : `Received ${since} ago`}</p>
        )}
      </div>
      {/* Hidden from screen readers, which would read out the changing seconds each time. */}
      <span className="visually-hidden" role="status">
        {since === null
          ? 'Waiting for the first message'
          : isSilent
            ? 'The instrument is silent'
            : 'A message has arrived'}
      </span>
    </div>
  )
}

function Received({
  instrument,
  received,
}: {
  instrument: Instrument
  received: NonNullable<Instrument['received']>
}) {
  const missing = missingNames(instrument)
  const isMapped = instrument.make === 'json'
  const lightning = lightningText(instrument, useServerSecond())
  return (
    <>
      {received.values.length > 0 ? (
        <ValueTable values={received.values} />
      ) : (
        <p>
          {isMapped
            ? 'Choose below which value each field holds.'
            : (lightning ?? 'The last message had no values.')}
        </p>
      )}
      {missing.length > 0 && (
        <p className={classes.dim}>Such a station usually also sends: {missing.join(', ').toLowerCase()}.</p>
      )}
      {!isMapped && received.ignored.length > 0 && (
        <details className={classes.ignored}>
          <summary>Not understood: {count(received.ignored.length)}</summary>
          <p>{received.ignored.join(', ')}</p>
        </details>
      )}
    </>
  )
}

const count = (fields: number) => (fields === 1 ? '1 field' : `${fields} fields`)
