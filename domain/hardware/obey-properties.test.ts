import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeviceAction, DeviceCommand } from './command.ts'
import { allClearLifeMs, clockSkewMs, commandLifeMs, longestTestMs } from './command.ts'
import type { DeviceMemory, Sound } from './obey-memory.ts'
import { deviceOnABench } from './obey.testing.ts'

const anyEvent = fc.constantFrom('storm', 'other storm', 'third storm')
const anySounding = fc.record({
  seconds: fc.integer({ min: 1, max: 30 }),
  times: fc.integer({ min: 1, max: 10 }),
})
const speech = { text: 'Seek shelter in a building.', recording: null }
const toneAct = (kind: 'warn' | 'all clear') =>
  fc.record({
    kind: fc.constant(kind),
    event: anyEvent,
    sounding: anySounding,
    speech: fc.constantFrom(null, speech),
    isTest: fc.boolean(),
  })
const act = fc.oneof(
  { weight: 4, arbitrary: toneAct('warn') },
  { weight: 3, arbitrary: toneAct('all clear') },
  fc.record({ kind: fc.constant('light'), event: anyEvent }),
  fc.record({ kind: fc.constant('rest'), event: anyEvent }),
  fc.constant({ kind: 'stop test' }),
  fc.record({
    kind: fc.constant('speak'),
    speech: fc.constant(speech),
    times: fc.integer({ min: 1, max: 5 }),
  }),
) as fc.Arbitrary<DeviceAction>

/** What can go wrong with a command in transit, by accident or on purpose. */
const wrongs = [
  'misdirected',
  'expired',
  'from the future',
  'long-lived',
  'old counter',
  'retained',
  'of another session',
] as const
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('tell'), act }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('repeat'), which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wrong'), act, how: fc.constantFrom(...wrongs) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait'), ms: fc.integer({ min: 0, max: 400_000 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose power') }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('set clock'), ms: fc.integer({ min: -1e12, max: 1e12 }) }),
  },
)
/** A device that relies on its own clock, which is right, or one with sessions and an arbitrary clock. */
const timekeeping = fc.constantFrom('with a right clock', 'with sessions')

function spoil(command: DeviceCommand, how: (typeof wrongs)[number], nowMs: number): DeviceCommand {
  switch (how) {
    case 'misdirected':
      return { ...command, device: 'siren-2' }
    case 'expired':
      return { ...command, issuedMs: nowMs - 60_000, expiresMs: nowMs - clockSkewMs - 1 }
    case 'from the future':
      return { ...command, issuedMs: nowMs + clockSkewMs + 1, expiresMs: nowMs + clockSkewMs + 1000 }
    case 'long-lived':
      return {
        ...command,
        expiresMs: nowMs + (command.act.kind === 'all clear' ? allClearLifeMs : commandLifeMs) + 1,
      }
    case 'old counter':
      return { ...command, counter: 0 }
    case 'retained':
      return command
    case 'of another session':
      return { ...command, session: { id: 'of another device', heardMs: nowMs } }
  }
}

const butDisbelieved = ({ kept, sound }: DeviceMemory) => ({ sound, kept: { ...kept, disbelieved: 0 } })

test('sounds once, on time, and never without its warning, for any commands in any order', () => {
  fc.assert(
    fc.property(timekeeping, fc.array(step, { maxLength: 40 }), (of, steps) => {
      const clock = of === 'with sessions' ? { offMs: 0 } : undefined
      const siren = deviceOnABench('OWS', [], clock)
      const sent: DeviceCommand[] = []
      const begun: { readonly command: string; readonly name: string }[] = []
      let tone: { since: number; most: number } | undefined
      let lastSound: Sound | null = null

      /** An independent listener next to the siren that detects and measures tones. */
      function listen(reported?: DeviceCommand) {
        const { sound, kept } = siren.memory()
        if (sound && sound.what !== 'speaking' && sound.sinceMs !== lastSound?.sinceMs) {
          if (reported?.act.kind !== 'warn' && reported?.act.kind !== 'all clear')
            throw new Error('began by itself')
          const { event, isTest, kind, sounding } = reported.act
          begun.push({ command: reported.id, name: isTest ? `test ${reported.id}` : `${kind} ${event}` })
          tone = { since: siren.nowMs(), most: sounding.seconds * sounding.times * 1000 }
        }
        if (sound && sound.what !== 'speaking' && tone) {
          expect(siren.nowMs() - tone.since).toBeLessThan(tone.most)
        }
        if (kept.light?.isTest) expect(siren.nowMs() - kept.light.sinceMs).toBeLessThan(longestTestMs)
        if (sound?.isTest && tone) expect(siren.nowMs() - tone.since).toBeLessThan(longestTestMs)
        lastSound = sound
      }

      for (const one of steps as {
        do: string
        act: DeviceAction
        which: number
        ms: number
        how: (typeof wrongs)[number]
      }[]) {
        if (one.do === 'tell') {
          // No two sounds start in the same millisecond, so the listener can tell them apart.
          siren.wait(1)
          listen()
          siren.announce()
          const command = siren.command(one.act)
          sent.push(command)
          const known = begun.some(({ name }) => name === `warn ${'event' in one.act ? one.act.event : ''}`)
          siren.obey(command)
          listen(command)
          if (one.act.kind === 'warn' && !one.act.isTest && !known) {
            expect(siren.memory().sound).toMatchObject({
              what: 'warning',
              event: one.act.event,
              isTest: false,
            })
          }
        }
        const changesNothing = (command: DeviceCommand, isRetained = false) => {
          siren.wait(0)
          const before = butDisbelieved(siren.memory())
          siren.obey(command, { isRetained })
          expect(butDisbelieved(siren.memory())).toEqual(before)
        }
        const again = sent[one.which % Math.max(1, sent.length)]
        if (one.do === 'repeat' && again) changesNothing(again)
        if (one.do === 'wrong') {
          siren.announce()
          const command = siren.command(one.act)
          changesNothing(spoil(command, one.how, siren.nowMs()), one.how === 'retained')
        }
        if (one.do === 'set clock' && clock) clock.offMs = one.ms
        if (one.do === 'wait') {
          const restMs = tone ? Math.max(0, tone.since + tone.most - siren.nowMs()) : 0
          siren.wait(Math.min(restMs, one.ms))
          listen()
          siren.wait(Math.max(0, one.ms - restMs))
        }
        if (one.do === 'lose power') {
          siren.losePower()
          expect(siren.memory().sound).toBeNull()
        }
        listen()
      }

      const names = begun.map(({ name }) => name)
      expect(new Set(names).size).toBe(names.length)
      expect(new Set(begun.map(({ command }) => command)).size).toBe(begun.length)
      names.forEach((name, index) => {
        if (name.startsWith('all clear '))
          expect(names.slice(0, index)).toContain(name.replace('all clear', 'warn'))
      })
    }),
    { numRuns: 3000 },
  )
})
