import { reportStateOf, type ShownReportState } from './report-text.ts'
import classes from './Reports.module.css'
import type { Report } from '#contract/messages/reports'
import { StatusPill, type PillTone } from '#web/parts/page/StatusPill.tsx'
import { shownMinute } from '#web/parts/time/times.ts'
import {
  IconAlertTriangle,
  IconArchive,
  IconCircleCheck,
  IconClock,
  IconHammer,
  type Icon,
} from '@tabler/icons-react'

const looks = {
  Waiting: { tone: 'quiet', icon: IconClock },
  Building: { tone: 'info', icon: IconHammer },
  Ready: { tone: 'good', icon: IconCircleCheck },
  Failed: { tone: 'bad', icon: IconAlertTriangle },
  Expired: { tone: 'quiet', icon: IconArchive },
} as const satisfies Record<ShownReportState, { tone: PillTone; icon: Icon }>

interface ReportStateProps {
  report: Report
  zone: string
}

/** Shows a report's progress, and what it means for the person waiting for it. */
export function ReportState({ report, zone }: ReportStateProps) {
  const standing = reportStateOf(report)
  return (
    <div className={classes.state}>
      <StatusPill {...looks[standing]}>{standing}</StatusPill>
      {standing === 'Building' && (
        <span className={classes.progress}>
          <progress aria-label={`Progress of ${report.name}`} max={100} value={report.progress} />
          {Math.floor(report.progress)}%
        </span>
      )}
      {standing === 'Failed' && <span>{report.because ?? 'The reason is not known.'}</span>}
      {standing === 'Ready' && report.expiresAt !== null && (
        <span className={classes.dim}>Available until {shownMinute(new Date(report.expiresAt), zone)}</span>
      )}
      {standing === 'Expired' && <span className={classes.dim}>Its files are no longer kept.</span>}
    </div>
  )
}
