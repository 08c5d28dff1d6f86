/** What a simulated feed can be set to do: work, stay silent until it is reconnected, or lose events. */
export const feedFaults = ['none', 'silent', 'gap'] as const
export type FeedFault = (typeof feedFaults)[number]
