import type { FeedFault } from '#domain/feeds/fault'

export const faultLabels: Readonly<Record<FeedFault, string>> = {
  none: 'Works',
  silent: 'Silent',
  gap: 'Loses data',
}

/** What will follow, for whoever is about to let a feed fail: true of every feed, and plain about lightning. */
export const faultEffects: Readonly<Record<Exclude<FeedFault, 'none'>, string>> = {
  silent:
    'It will say nothing until it is made to work again, and then fill in what was missed. Everybody sees what follows: without word of lightning, places turn Unknown within half a minute.',
  gap: 'What it would tell from now on is lost for good. Everybody sees what follows: where strikes are lost, places turn Unknown, and stay so for their whole all-clear time after it works again.',
}
