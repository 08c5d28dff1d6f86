import { readHeard } from './delays.ts'
import { momentNow } from './moment.ts'
import { useLiveView } from './use-place.ts'
import type { Stream } from '#web/data/requests/asking.ts'
import { isValid } from '#domain/lightning/lease'

/** Fetching data that the stream is about to deliver anyway would only double the work of opening a page. */
const graceMs = 2500

let openedMs: number | undefined

function readStream(): Stream {
  const now = momentNow()
  openedMs ??= now.monotonicMs
  if (isValid(readHeard().lease, now)) return 'live'
  return now.monotonicMs - openedMs < graceMs ? 'awaited' : 'down'
}

export function useStream(): Stream {
  return useLiveView(readStream)
}
