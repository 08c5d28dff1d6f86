import type { FeedStatus } from '#contract/status'
import type { HouseStatus } from '#web/data/health/status.ts'

export interface Overall {
  readonly state: 'works' | 'fails' | 'unknown'
  readonly sentence: string
  readonly because: string
}

/** `lightning canary` capitalized for the start of a line, because the server sends names and details in lower case. */
export function titled(name: string): string {
  // A host name is not capitalized.
  if (/^\S+\.\S/.test(name)) return name
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Puts lightning first, because everything else can wait. */
export function lightningFirst<Of>(list: readonly Of[], nameOf: (each: Of) => string): Of[] {
  const rank = (each: Of) => (/lightning/i.test(nameOf(each)) ? 0 : 1)
  return list.toSorted((one, other) => rank(one) - rank(other))
}

export function isFailingOnPurpose(feed: FeedStatus): boolean {
  return feed.fault !== null && feed.fault !== 'none'
}

/** Null for a feed that is not overdue yet. A feed that was set to fail counts as failing immediately. */
export function isDelivering(feed: FeedStatus): boolean | null {
  return isFailingOnPurpose(feed) ? false : feed.delivering
}

function count(things: readonly unknown[], one: string, many: string): string {
  return things.length === 1 ? `1 ${one}` : `${things.length} ${many}`
}

/** The lists below name the rest. During a network outage all feeds fail at the same time. */
const mostNamed = 3

const listed = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** Sums up the server's status in one sentence. Without checks, the status is unknown. */
export function overallOf({ checks, feeds, failingTasks, rehearsal }: HouseStatus): Overall {
  const failing = [
    ...checks.filter(check => !check.ready).map(({ name, detail }) => ({ name, detail })),
    ...feeds.filter(feed => isDelivering(feed) === false).map(({ feed: name, detail }) => ({ name, detail })),
    ...failingTasks.map(({ name, reason }) => ({ name: `background task '${name}'`, detail: reason })),
  ]
  if (failing.length > 0) {
    const more = failing.length - mostNamed
    const named = failing.slice(0, mostNamed).map(({ name }) => name)
    const names = listed.format(more > 0 ? [...named, `${more} more`] : named)
    return {
      state: 'fails',
      sentence: `${titled(names)} ${failing.length === 1 ? 'is' : 'are'} not working`,
      because: failing
        .slice(0, mostNamed)
        .map(({ detail }) => titled(detail))
        .join('. '),
    }
  }
  if (checks.length === 0) return { state: 'unknown', sentence: 'Nothing was checked', because: '' }
  const delivering = feeds.filter(isDelivering)
  if (delivering.length === 0) {
    return {
      state: 'fails',
      sentence: 'No weather source is connected',
      because: 'Every location stays Unknown. Make a feed key and connect a source of lightning strikes.',
    }
  }
  if (rehearsal)
    return {
      state: 'unknown',
      sentence: 'This is a rehearsal',
      because: 'It protects no one: nothing is sent from this server. Everything else is working.',
    }
  const passed = count(checks, 'check passes', 'checks pass')
  return {
    state: 'works',
    sentence: 'Everything is working',
    because: `${passed}, ${count(delivering, 'feed delivers', 'feeds deliver')}`,
  }
}
