import { FaultControl } from './FaultControl.tsx'
import { ListWaiting } from './ListWaiting.tsx'
import { isDelivering, lightningFirst, titled } from './overall.ts'
import { PublicSource } from './PublicSource.tsx'
import classes from './Status.module.css'
import type { FeedStatus } from '#contract/status'
import { useMe } from '#web/data/people/users.ts'
import { shownDuration } from '#web/parts/time/durations.ts'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { StatusPill } from '#web/parts/page/StatusPill.tsx'
import { shownInstant } from '#web/parts/time/times.ts'
import { IconCheck, IconClock, IconQuestionMark, IconX } from '@tabler/icons-react'
import { Link } from 'react-router'

interface FeedListProps {
  feeds: readonly FeedStatus[] | undefined
  /** Undefined if the server has not reported for a while. In that case feeds are only named. */
  serverNowMs: number | undefined
}

export function FeedList({ feeds, serverNowMs }: FeedListProps) {
  if (!feeds) return <ListWaiting />
  if (feeds.length === 0) {
    return (
      <EmptyState title="No feeds" text="Strikes come only from sources that have a key.">
        <Link to="/FeedKeys">Feed keys</Link>
      </EmptyState>
    )
  }
  return (
    <ul className={classes.list}>
      {lightningFirst(feeds, ({ feed }) => feed).map(feed => (
        <li key={feed.feed} aria-label={feed.feed}>
          <div className={classes.head}>
            <h3>{feed.feed}</h3>
            <FeedState feed={serverNowMs === undefined ? undefined : feed} />
          </div>
          {serverNowMs !== undefined && (
            <>
              <p>{titled(feed.detail)}</p>
              <About feed={feed} />
              <LastDelivery feed={feed} serverNowMs={serverNowMs} />
              {feed.publicSource && (
                <PublicSource feed={feed.feed} detail={feed.detail} asked={feed.publicSource} />
              )}
              {feed.fault !== null && <FaultControl feed={feed.feed} fault={feed.fault} />}
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

function FeedState({ feed }: { feed: FeedStatus | undefined }) {
  if (!feed) {
    return (
      <StatusPill tone="unknown" icon={IconQuestionMark}>
        Unknown
      </StatusPill>
    )
  }
  if (isDelivering(feed) === null) {
    return (
      <StatusPill tone="unknown" icon={IconClock}>
        Waiting
      </StatusPill>
    )
  }
  return isDelivering(feed) ? (
    <StatusPill tone="good" icon={IconCheck}>
      Delivering
    </StatusPill>
  ) : (
    <StatusPill tone="bad" icon={IconX}>
      Not delivering
    </StatusPill>
  )
}

function About({ feed: { area, license, usualLatencySeconds } }: { feed: FeedStatus }) {
  const behind =
    usualLatencySeconds === null ? '' : `, usually ${shownDuration(usualLatencySeconds * 1000)} behind`
  return (
    <>
      {area !== null && (
        <p>
          {area}
          {behind}
        </p>
      )}
      {license !== null && <p>{license}</p>}
    </>
  )
}

function LastDelivery({ feed, serverNowMs }: { feed: FeedStatus; serverNowMs: number }) {
  const { timeZone } = useMe()
  if (feed.lastDelivery === null) return <p>Nothing delivered yet</p>
  const age = shownDuration(serverNowMs - Date.parse(feed.lastDelivery))
  return (
    <p>
      Last delivery {age} ago, {shownInstant(feed.lastDelivery, timeZone)}
    </p>
  )
}
