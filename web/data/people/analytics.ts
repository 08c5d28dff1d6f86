import { ask } from '#web/data/requests/ask.ts'
import { mostEvents, trackEvents, type EventName } from '#contract/people/analytics'
import type { Asked } from '#contract/call'
import type { CurrentUser } from '#contract/people/users'
import { afterActivity, beginRecording, isRecording, type Recording } from '#domain/analytics/recording'
import { useEffect } from 'react'

type Event = Asked<typeof trackEvents>['body']['events'][number]

/** Page views in quick succession are sent in one batch. */
const collectMs = 2000
const activities = ['pointerdown', 'keydown', 'wheel'] as const

/** One person's visit, which lasts until the page is reloaded. Its id is random and is not stored. */
let visit: { readonly personId: string; readonly visitId: string; recording: Recording } | undefined
let waiting: Event[] = []
let timer: ReturnType<typeof setTimeout> | undefined

function noteActivity() {
  if (visit) visit.recording = afterActivity(visit.recording, performance.now())
}

/** Drops unsent events, so that they are not attributed to the next person who signs in. */
function forgetWaiting() {
  clearTimeout(timer)
  timer = undefined
  waiting = []
}

async function send() {
  timer = undefined
  const events = waiting
  waiting = []
  if (!visit || events.length === 0) return
  try {
    await ask(trackEvents, { body: { visitId: visit.visitId, events } })
  } catch {
    // Analytics are dispensable, so a failure must not disturb someone who is checking the weather.
  }
}

function track(name: EventName, route: string) {
  if (!visit || waiting.length >= mostEvents) return
  waiting.push({ name, route, isRecording: isRecording(visit.recording, performance.now()) })
  timer ??= setTimeout(() => void send(), collectMs)
}

/** Reports page views, by route only, if the operator has configured a collector. Otherwise sends nothing. */
export function useAnalytics({ id, isCounted }: CurrentUser, route: string | undefined): void {
  useEffect(() => {
    if (!isCounted) return
    for (const activity of activities) addEventListener(activity, noteActivity, { passive: true })
    return () => {
      for (const activity of activities) removeEventListener(activity, noteActivity)
      forgetWaiting()
    }
  }, [isCounted])

  useEffect(() => {
    if (!isCounted || route === undefined) return
    if (visit?.personId !== id) {
      visit = { personId: id, visitId: crypto.randomUUID(), recording: beginRecording(performance.now()) }
      track('session began', route)
    }
    noteActivity()
    track('page viewed', route)
  }, [id, isCounted, route])
}
