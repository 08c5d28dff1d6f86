/** The demo accounts. */
export const demoPassword = 'skywarden demo 2026'

export const people = {
  superAdmin: 'super@skywarden.test',
  admin: 'admin@demo.test',
  assistant: 'assistant@demo.test',
  customer: 'customer@demo.test',
  other: 'admin@other.test',
} as const
