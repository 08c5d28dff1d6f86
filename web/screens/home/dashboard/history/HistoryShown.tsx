import { isHatched } from './day-bars.ts'
import { DayBars } from './DayBars.tsx'
import { isProven, lastedWords, shownSeconds, shownOn, unprovenSeconds } from './history-text.ts'
import classes from './History.module.css'
import { LatestDelays } from './LatestDelays.tsx'
import type { WireDelaySummary } from '#contract/weather/lightning'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { IconBoltOff } from '@tabler/icons-react'

export function HistoryShown({ summary }: { summary: WireDelaySummary }) {
  const unproven = unprovenSeconds(summary)
  return (
    <div className={classes.shown}>
      <div className={classes.days}>
        {summary.delays > 0 && <Figures summary={summary} />}
        <DayBars days={summary.perDay} />
        {unproven !== null && (
          <p className={classes.unproven}>
            {summary.perDay.some(isHatched) && <span className={classes.swatch} aria-hidden="true" />}
            No data for {shownSeconds(unproven)}: location not yet added, or feed offline.
          </p>
        )}
      </div>
      {summary.delays > 0 ? (
        <LatestDelays delays={summary.latest} asOf={summary.to} zone={summary.timeZone} />
      ) : (
        <div className={classes.nothing}>
          <EmptyState
            icon={<IconBoltOff size={32} stroke={1.5} aria-hidden />}
            // No recorded delay does not prove that there was none.
            title={
              isProven(summary) ? 'No delay in the last 30 days' : 'No delay on record in the last 30 days'
            }
            text="When lightning strikes inside a ring, the delay will be listed here with its time, strikes and evidence."
          />
        </div>
      )}
    </div>
  )
}

function Figures({ summary }: { summary: WireDelaySummary }) {
  const { delays, delayedSeconds, longest, to, timeZone } = summary
  return (
    <dl className={classes.figures}>
      <div>
        <dt>Delays</dt>
        <dd>
          {delays} <small>counted per ring</small>
        </dd>
      </div>
      <div>
        <dt>Time in delay</dt>
        <dd>
          {shownSeconds(delayedSeconds)} <small>at least one ring</small>
        </dd>
      </div>
      {longest && (
        <div>
          <dt>Longest</dt>
          <dd>
            {lastedWords(longest, to)}{' '}
            <small>
              Ring {longest.ring}, {shownOn(longest.opened, timeZone)}
            </small>
          </dd>
        </div>
      )}
    </dl>
  )
}
