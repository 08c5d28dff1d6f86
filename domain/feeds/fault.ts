/** What a simulated feed can be told to do: work, say nothing until it is plugged in again, or lose what happens. */
export const feedFaults = ['none', 'silent', 'gap'] as const
export type FeedFault = (typeof feedFaults)[number]
