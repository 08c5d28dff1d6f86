import classes from './Status.module.css'
import type { FeedStatus } from '#contract/status'
import { plainReason } from '#web/data/requests/failures.ts'
import { usePauseSource } from '#web/data/health/status.ts'
import { useMe } from '#web/data/people/users.ts'
import { shownInstant } from '#web/parts/time/times.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { WarningDialog } from '#web/parts/dialogs/WarningDialog.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'

interface PublicSourceProps {
  feed: string
  /** The feed's own detail text, so that an error in it is not repeated. */
  detail: string
  asked: NonNullable<FeedStatus['publicSource']>
}

function requestWords({ requestsLastHour, latencyMs }: PublicSourceProps['asked']): string {
  const requests = `${requestsLastHour} ${requestsLastHour === 1 ? 'request' : 'requests'} in the last hour`
  return latencyMs === null ? requests : `${requests}, newest response in ${latencyMs} ms`
}

/** Shows how a public source's servers respond, and a switch that stops requests to them. */
export function PublicSource({ feed, detail, asked }: PublicSourceProps) {
  const { timeZone } = useMe()
  const pause = usePauseSource()
  const toast = useToast()
  const [isAsking, setIsAsking] = useState(false)
  const { source, lastError, paused } = asked

  async function set(isPaused: boolean) {
    try {
      await pause.mutateAsync({ source, paused: isPaused })
    } catch (error) {
      toast({ variant: 'error', header: `Could not update ${feed}`, text: plainReason(error) })
    }
    setIsAsking(false)
  }

  return (
    <>
      <p>{requestWords(asked)}</p>
      {lastError !== null && lastError !== detail && <p>Last error: {lastError}</p>}
      {paused && (
        <p>
          <strong>
            Paused by {paused.by}, {shownInstant(paused.since, timeZone)}
          </strong>
        </p>
      )}
      <div className={classes.choices}>
        <Button
          size="xs"
          variant="default"
          loading={pause.isPending}
          aria-label={`${paused ? 'Resume' : 'Pause'} ${feed}`}
          onClick={() => (paused ? void set(false) : setIsAsking(true))}
        >
          {paused ? 'Resume' : 'Pause'}
        </Button>
      </div>
      {isAsking && (
        <WarningDialog
          title={`Pause ${feed}?`}
          busy={pause.isPending}
          confirm="Pause"
          onCancel={() => setIsAsking(false)}
          onConfirm={() => void set(true)}
        >
          Nothing is requested from {source} until you resume it, for any of its feeds. Its data goes stale,
          and locations that rely on it become Unknown.
        </WarningDialog>
      )}
    </>
  )
}
