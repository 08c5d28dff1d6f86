import type { SeededBug } from './seeded-bug.testing.ts'

const readers = 'server/house/tests/readers/readers.test.ts'
const skies = 'server/house/tests/readers/skies.test.ts'

/** Mistakes that leave a reader somewhere with a belief that is not true, or no longer. */
export const readerBugs: readonly SeededBug[] = [
  {
    name: 'an all clear waits outside for hours, and is believed when it arrives',
    file: 'server/rooms/notifications/last-look.ts',
    from: "const isBrief = row.priority === rankOf('over') && row.tone !== 'danger'",
    to: 'const isBrief = false',
    caughtBy: skies,
  },
  {
    name: 'a danger that programs were told of expires with its countdown',
    file: 'domain/integrations/place-event.ts',
    from: "return type === 'ADVISORY' && officialEndMs !== null ? officialEndMs : saidMs + untilToldMs",
    to: 'return officialEndMs ?? saidMs + untilToldMs',
    caughtBy: skies,
  },
  {
    name: 'a webhook about a danger expires five minutes after it was sent',
    file: 'server/rooms/integrations/webhooks/payload.ts',
    from: 'believableUntilMs(event.type, now.getTime(), event.holds_until?.getTime() ?? null)',
    to: "believableUntilMs('CLEAR', now.getTime(), null)",
    caughtBy: readers,
  },
  {
    name: 'a person is told All Clear while a ring of theirs is unknown',
    file: 'server/house/weather.ts',
    from: 'return state ? [{ ring, state }] : []',
    to: "return state && state.state !== 'Unknown' ? [{ ring, state }] : []",
    caughtBy: skies,
  },
  {
    name: 'that only a satellite proves a state is not part of it, so that no screen is told',
    file: 'server/rooms/lightning/statements.ts',
    from: '{ ...state, provenThroughMs: 0 }',
    to: '{ ...state, provenThroughMs: 0, satelliteOnly: false }',
    caughtBy: skies,
  },
  {
    name: 'a place is linked to a group without a fact',
    file: 'server/rooms/locations/link-site.ts',
    from: '    if (isNew) {\n      appendOrganizationLocationFact(appendFact, place)\n',
    to: '    if (isNew) {\n',
    caughtBy: readers,
  },
  {
    name: 'an edit ends a running delay',
    file: 'domain/lightning/ring.ts',
    from: 'lastStrikeMs: ring.lastStrikeMs, delayEndsMs: ring.delayEndsMs }',
    to: 'lastStrikeMs: ring.lastStrikeMs, delayEndsMs: null }',
    caughtBy: skies,
  },
  {
    name: 'a restart drops what the ring of a siren has promised',
    file: 'server/rooms/lightning/engine.ts',
    from: '[...delays, ...((await this.#deps.otherDelays?.()) ?? [])]',
    to: '[...delays]',
    caughtBy: skies,
  },
  {
    name: 'the rings of a place are those of its administrators, whatever the policies say',
    file: 'domain/lightning/place-rings.ts',
    from: 'if (policies.some(({ zone }) => zone === 1)) return',
    to: 'if (administrators.length === 0 && policies.some(({ zone }) => zone === 1)) return',
    caughtBy: readers,
  },
]
