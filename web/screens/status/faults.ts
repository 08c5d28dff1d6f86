import type { FeedFault } from '#domain/feeds/fault'

export const faultLabels: Readonly<Record<FeedFault, string>> = {
  none: 'Working',
  silent: 'Silent',
  gap: 'Losing data',
}

/**
 * The consequences, for a person who is about to make a feed fail. True for every feed, and explicit about lightning.
 */
export const faultEffects: Readonly<Record<Exclude<FeedFault, 'none'>, string>> = {
  silent:
    'It will stop reporting until you restore it, and then fill in what was missed. Everyone sees the effects: without lightning data, locations turn Unknown within half a minute.',
  gap: 'What it would report from now on is lost for good. Everyone sees the effects: where strikes are lost, locations turn Unknown, and stay Unknown for their whole all-clear time after you restore it.',
}
