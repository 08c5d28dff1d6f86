import type { RingRow, ShownStorm } from './storm.ts'
import classes from './Storm.module.css'
import { RingLine } from '#web/parts/weather/RingLine.tsx'
import { StatusPill } from '#web/parts/page/StatusPill.tsx'
import { IconAlertTriangle, IconAlertTriangleFilled, IconCloudStorm } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** Describes a storm: when, where, its hazards, and its arrival at each ring. */
export function StormShown({ storm, picture }: { storm: ShownStorm; picture: ReactNode }) {
  return (
    <div className={classes.told}>
      <div className={classes.headline}>
        <p className={classes.big}>
          <IconCloudStorm size={36} stroke={1.7} aria-hidden />
          {storm.big}
        </p>
        <p className={classes.where}>{storm.where}</p>
      </div>
      <div className={classes.words}>
        {storm.flags.length > 0 && (
          <ul className={classes.flags} aria-label="In this storm">
            {storm.flags.map(({ text, isWorst }) => (
              <li key={text}>
                <StatusPill
                  tone={isWorst ? 'bad' : 'warn'}
                  icon={isWorst ? IconAlertTriangleFilled : IconAlertTriangle}
                >
                  {text}
                </StatusPill>
              </li>
            ))}
          </ul>
        )}
        <p>{storm.course}</p>
        {storm.more !== null && <p className={classes.more}>{storm.more}</p>}
      </div>
      <ul className={classes.rows} aria-label="Arrival by ring">
        {storm.rows.map(row => (
          <Row key={row.ring} {...row} />
        ))}
      </ul>
      {picture}
    </div>
  )
}

function Row({ ring, radiusMiles, arrival, text }: RingRow) {
  return (
    <li data-ring={ring} data-arrival={arrival}>
      <RingLine ring={ring} />
      <span className={classes.name}>
        Ring {ring} <span>· {radiusMiles} mi</span>
      </span>
      <span className={classes.value}>{text}</span>
    </li>
  )
}
