/** What leaves first, where not everything can leave at once: danger, that it is over, a person's word, the rest. */
export const priorities = ['danger', 'over', 'message', 'other'] as const
export type Priority = (typeof priorities)[number]
