/** What is sent first if not everything can be sent at once: danger, its end, a person's message, the rest. */
export const priorities = ['danger', 'over', 'message', 'other'] as const
export type Priority = (typeof priorities)[number]
