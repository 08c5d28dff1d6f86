import type { SeededBug } from './seeded-bug.testing.ts'

const phones = 'server/rooms/notifications/runs/phones.test.ts'

/** Mistakes that show only after a message has left: in a provider's queue, or on a phone that was off. */
export const messageBugs: readonly SeededBug[] = [
  {
    name: 'an all clear may wait outside for as long as it is worth sending',
    file: 'server/rooms/notifications/last-look.ts',
    from: "const isBrief = row.priority === rankOf('over') && row.tone !== 'danger'",
    to: 'const isBrief = false',
    caughtBy: phones,
  },
  {
    name: 'an all clear is sent again without a look at the rings',
    file: 'server/rooms/notifications/last-look.ts',
    from: 'if (!clear) return { satelliteOnly: false }',
    to: 'if (clear) return { satelliteOnly: false }',
    caughtBy: phones,
  },
  {
    name: 'an end that no phone has confirmed is not sent again',
    file: 'server/rooms/notifications/store/deliveries.ts',
    from: "(sent.state = 'sent' or",
    to: '(false or',
    caughtBy: phones,
  },
  {
    name: 'the worker shows an all clear that has run out',
    file: 'web/public/push-worker.js',
    from: 'const isOld = ({ validUntilMs }) => Date.now() > validUntilMs',
    to: 'const isOld = () => false',
    caughtBy: phones,
  },
  {
    name: 'an older message replaces the danger that is shown',
    file: 'web/public/push-worker.js',
    from: 'const newer = shown.find(({ data }) => data?.sentMs > sentMs)',
    to: 'const newer = undefined',
    caughtBy: phones,
  },
  {
    name: 'one topic for all that happens at a place',
    file: 'server/rooms/notifications/channels/push.ts',
    from: '`${userId} ${topic}`',
    to: '`${userId}`',
    caughtBy: 'server/rooms/notifications/channels/channels.test.ts',
  },
  {
    name: 'rings that are unknown do not hold back an all clear',
    file: 'server/rooms/notifications/judge.ts',
    from: 'const states = ofRing.isAllClear ? ofRing.states : []',
    to: 'const states = ofRing.states.slice(0, 0)',
    caughtBy: 'server/rooms/notifications/rings.test.ts',
  },
]
