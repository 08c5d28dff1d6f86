import classes from './Station.module.css'
import type { WeatherStation } from '#contract/devices/stations'
import { timeAgo } from '#domain/units/time-ago'
import { Hint } from '#web/parts/page/Hint.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { StatusPill } from '#web/parts/page/StatusPill.tsx'
import { shownClock } from '#web/parts/time/times.ts'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconClockExclamation, IconInfoCircle } from '@tabler/icons-react'
import { useNavigate } from 'react-router'

interface StationHeaderProps {
  station: WeatherStation
  nowMs: number
  hasBack: boolean
}

const whyRainIsLater = 'Rainfall totals are corrected by radar and update every hour.'

export function StationHeader({ station, nowMs, hasBack }: StationHeaderProps) {
  const { locationName, lastUpdated, isFresh, calibratedData, timeZone } = station
  const age = timeAgo(lastUpdated === null ? null : Date.parse(lastUpdated), nowMs)
  const rainUpdated = calibratedData?.rainUpdatedTime ?? null
  return (
    <>
      {hasBack && <BackButton />}
      <PageHeader
        title={locationName}
        sub={
          <span className={classes.updated}>
            <span>{age === null ? 'No reading yet' : `Updated ${age}`}</span>
            {!isFresh && (
              <StatusPill tone="warn" icon={IconClockExclamation}>
                Not current
              </StatusPill>
            )}
            {rainUpdated !== null && (
              <span>
                Precipitation updated {shownClock(new Date(rainUpdated), timeZone)}{' '}
                <Hint text={whyRainIsLater} className={classes.why}>
                  <IconInfoCircle size={16} aria-hidden />
                </Hint>
              </span>
            )}
          </span>
        }
      />
    </>
  )
}

/** A person who opened the page by its URL, or signed in to see it, cannot go back to one of our pages. */
function hasPageBefore(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0
}

function BackButton() {
  const navigate = useNavigate()
  const goBack = () => void (hasPageBefore(history.state) ? navigate(-1) : navigate('/'))
  return (
    <Button
      className={classes.back ?? ''}
      variant="default"
      size="xs"
      leftSection={<IconArrowLeft size={16} aria-hidden />}
      onClick={goBack}
    >
      Back
    </Button>
  )
}
