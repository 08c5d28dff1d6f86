import { describe, expect, test } from 'vitest'
import { clockSkewMs, longestLightMs, longestTestMs, sessionLifeMs } from './command.ts'
import { doingOf } from './obey-memory.ts'
import { allClear, deviceOnABench, noon, warning } from './obey.testing.ts'

const second = 1000
const hello = { text: 'Seek shelter now.', recording: null }

describe('a real warning', () => {
  test('sounds for exactly its duration, and its light stays on', () => {
    const siren = deviceOnABench()
    expect(siren.word(warning('storm'))).toBe('started')
    expect(siren.wait(30 * second - 1)).toEqual([])
    expect(siren.memory().sound?.what).toBe('warning')
    expect(siren.wait(1)).toEqual([{ commandId: 'command-1', phase: 'finished', because: null }])
    expect(siren.memory().sound).toBeNull()
    expect(doingOf(siren.memory())).toEqual({ doing: 'light', isTest: false, event: 'storm' })
  })

  test('ends a test at once', () => {
    const siren = deviceOnABench()
    siren.told(warning('test', true))
    const answers = siren.told(warning('storm'))
    expect(answers.map(({ commandId, phase }) => [commandId, phase])).toEqual([
      ['command-1', 'stopped'],
      ['command-2', 'started'],
    ])
    expect(doingOf(siren.memory())).toEqual({ doing: 'warning', isTest: false, event: 'storm' })
  })

  test('ends a light test, a message and an All Clear at once', () => {
    for (const before of ['light', 'speak', 'all clear'] as const) {
      const siren = deviceOnABench()
      siren.told(warning('old storm'))
      siren.wait(60 * second)
      if (before !== 'all clear') siren.told({ kind: 'rest', event: 'old storm' })
      if (before === 'light') siren.told({ kind: 'light', event: 'test' })
      if (before === 'speak') siren.told({ kind: 'speak', speech: hello, times: 5 })
      if (before === 'all clear') siren.told(allClear('old storm'))
      const answers = siren.told(warning('storm'))
      expect(answers.map(({ phase }) => phase)).toEqual(['stopped', 'started'])
      expect(siren.memory().sound).toMatchObject({ what: 'warning', event: 'storm' })
    }
  })

  test('does not sound again for the same danger, and reports the earlier result', () => {
    const siren = deviceOnABench()
    siren.told(warning('storm'))
    siren.wait(20 * second)
    expect(siren.word(warning('storm'))).toBe('started')
    expect(siren.wait(10 * second).map(({ commandId, phase }) => [commandId, phase])).toEqual([
      ['command-1', 'finished'],
      ['command-2', 'finished'],
    ])
    expect(siren.word(warning('storm'))).toBe('finished')
    expect(siren.memory().sound).toBeNull()
  })

  test('that was cut short is not reported as finished', () => {
    const siren = deviceOnABench()
    siren.told(warning('storm'))
    siren.wait(5 * second)
    expect(siren.losePower()).toEqual([{ commandId: 'command-1', phase: 'stopped', because: null }])
    expect(siren.word(warning('storm'))).toBe('stopped')
    expect(siren.memory().sound).toBeNull()
    expect(siren.memory().kept.light?.event).toBe('storm')
  })

  test('is followed by its spoken message', () => {
    const siren = deviceOnABench()
    siren.told({ ...warning('storm'), speech: hello } as ReturnType<typeof warning>)
    siren.wait(30 * second)
    expect(siren.memory().sound).toMatchObject({ what: 'speaking', speech: hello, commandIds: [] })
    expect(siren.word({ kind: 'speak', speech: hello, times: 1 })).toBe('busy with a real warning')
    siren.wait(10 * second)
    expect(siren.memory().sound).toBeNull()
  })

  test('keeps its light on until it is put to rest, but no longer than a storm can last', () => {
    const siren = deviceOnABench()
    siren.told(warning('storm'))
    siren.wait(longestLightMs - 1)
    expect(siren.memory().kept.light).not.toBeNull()
    siren.wait(1)
    expect(siren.memory().kept.light).toBeNull()
    siren.told(warning('next storm'))
    expect(siren.word({ kind: 'rest', event: 'storm' })).toBe('finished')
    expect(siren.memory().kept.light?.event).toBe('next storm')
    siren.told({ kind: 'rest', event: 'next storm' })
    expect(siren.memory()).toMatchObject({ sound: null, kept: { light: null } })
  })
})

describe('an All Clear', () => {
  test('sounds once, after its warning, and turns the light off', () => {
    const siren = deviceOnABench()
    siren.told(warning('storm'))
    siren.wait(60 * second)
    expect(siren.word(allClear('storm'))).toBe('started')
    expect(siren.memory()).toMatchObject({ sound: { what: 'all clear' }, kept: { light: null } })
    siren.wait(10 * second)
    expect(siren.word(allClear('storm'))).toBe('finished')
    expect(siren.memory().sound).toBeNull()
  })

  test.each([
    ['no warning at all', []],
    ['a warning of another danger', [warning('other')]],
    ['a test warning of its name', [warning('storm', true)]],
    ['a newer danger', [warning('storm'), warning('newer')]],
    ['a danger that was put to rest', [warning('storm'), { kind: 'rest', event: 'storm' } as const]],
  ])('does not sound after %s', (_, before) => {
    const siren = deviceOnABench()
    for (const act of before) siren.told(act)
    expect(siren.word(allClear('storm'))).toBe('no warning came before')
    expect(siren.memory().sound?.what).not.toBe('all clear')
  })
})

describe('a test', () => {
  test.each([
    ['a warning', warning('test', true)],
    ['an All Clear', allClear('test', true)],
    ['a light', { kind: 'light', event: 'test' } as const],
  ])('of %s is refused while a real warning sounds or shines', (_, act) => {
    const siren = deviceOnABench()
    siren.told(warning('storm'))
    expect(siren.word(act)).toBe('busy with a real warning')
    siren.wait(60 * second)
    expect(siren.word(act)).toBe('busy with a real warning')
    siren.told({ kind: 'rest', event: 'storm' })
    expect(siren.word(act)).toBe('started')
  })

  test('of a light ends automatically', () => {
    const siren = deviceOnABench()
    siren.told({ kind: 'light', event: 'test' })
    expect(siren.wait(longestTestMs - 1)).toEqual([])
    expect(siren.wait(1)).toEqual([{ commandId: 'command-1', phase: 'finished', because: null }])
    expect(siren.memory().kept.light).toBeNull()
  })

  test('of a warning keeps the light on until it is stopped or times out', () => {
    const siren = deviceOnABench()
    siren.told(warning('test', true))
    siren.wait(60 * second)
    expect(doingOf(siren.memory())).toMatchObject({ doing: 'light', isTest: true })
    expect(siren.word({ kind: 'stop test' })).toBe('finished')
    expect(doingOf(siren.memory()).doing).toBe('nothing')
    siren.told(warning('test', true))
    siren.wait(longestTestMs)
    expect(doingOf(siren.memory()).doing).toBe('nothing')
  })

  test('is over after a power loss and when the clock is set back', () => {
    const siren = deviceOnABench()
    siren.told(warning('test', true))
    siren.losePower()
    expect(doingOf(siren.memory()).doing).toBe('nothing')
    siren.told(warning('test', true))
    siren.wait(-10 * second)
    expect(doingOf(siren.memory()).doing).toBe('nothing')
  })

  test('is all that Stop Test stops', () => {
    const siren = deviceOnABench()
    expect(siren.word({ kind: 'stop test' })).toBe('finished')
    siren.told(warning('storm'))
    expect(siren.word({ kind: 'stop test' })).toBe('finished')
    expect(doingOf(siren.memory())).toEqual({ doing: 'warning', isTest: false, event: 'storm' })
  })
})

describe('a message', () => {
  test('does not interrupt a real warning', () => {
    const siren = deviceOnABench()
    siren.told(warning('storm'))
    expect(siren.word({ kind: 'speak', speech: hello, times: 1 })).toBe('busy with a real warning')
    siren.wait(60 * second)
    expect(siren.word({ kind: 'speak', speech: hello, times: 1 })).toBe('started')
    expect(siren.memory().kept.light?.event).toBe('storm')
  })
})

describe('a relay', () => {
  test('is switched, once or repeatedly, only if its name exists', () => {
    const unit = deviceOnABench('RELAY', ['gate'])
    for (const on of [true, true, false]) {
      expect(unit.word({ kind: 'switch relay', relay: 'gate', on })).toBe('finished')
      expect(unit.memory().kept.relays).toEqual({ gate: on })
    }
    for (const relay of ['pump', 'constructor']) {
      expect(unit.word({ kind: 'switch relay', relay, on: true })).toBe('cannot do this')
    }
  })
})

describe('a command', () => {
  test.each([
    ['for another device', { device: 'siren-2' }, 'wrong device'],
    ['that is too old', { issuedMs: noon - 60_000, expiresMs: noon - clockSkewMs - 1 }, 'expired'],
    ['from the future', { issuedMs: noon + clockSkewMs + 1, expiresMs: noon + 20_000 }, 'from the future'],
    ['that lives too long', { expiresMs: noon + 30_001 }, 'from the future'],
    ['with a counter that was there before', { counter: 0 }, 'replayed'],
  ])('%s is not believed', (_, changed, reason) => {
    const siren = deviceOnABench()
    const before = siren.memory()
    expect(siren.word(warning('storm'), changed)).toBe(reason)
    expect(siren.memory()).toEqual({ ...before, kept: { ...before.kept, disbelieved: 1 } })
  })

  test('is rejected once overtaken by newer ones, and so is an old one that is no longer remembered', () => {
    const siren = deviceOnABench()
    const held = siren.command(warning('held back'))
    const first = siren.command(warning('storm'))
    siren.obey(first)
    expect(siren.obey(held)).toMatchObject([{ phase: 'refused', because: 'replayed' }])
    // More answers than a device keeps.
    for (let count = 0; count < 10; count++) siren.told({ kind: 'stop test' })
    expect(siren.obey(first)).toMatchObject([{ phase: 'refused', because: 'replayed' }])
  })

  test('for an All Clear is valid for as long as a lease and no longer', () => {
    const siren = deviceOnABench()
    siren.told(warning('storm'))
    expect(siren.word(allClear('storm'), { expiresMs: noon + 15_001 })).toBe('from the future')
    expect(siren.word(allClear('storm'), { expiresMs: noon + 15_000 })).toBe('started')
  })

  test('that is repeated gets the same answer, updated to the current state', () => {
    const siren = deviceOnABench()
    const command = siren.command(warning('storm'))
    expect(siren.obey(command)).toMatchObject([{ phase: 'started' }])
    expect(siren.obey(command)).toMatchObject([{ phase: 'started' }])
    siren.wait(31 * second)
    const before = siren.memory()
    expect(siren.obey(command)).toEqual([{ commandId: command.id, phase: 'finished', because: null }])
    expect(siren.memory()).toEqual(before)
  })

  test('is rejected by a device that does not support it', () => {
    expect(deviceOnABench('WXS').word(warning('storm'))).toBe('cannot do this')
    expect(deviceOnABench('PA').word(warning('storm'))).toBe('cannot do this')
    expect(deviceOnABench('RELAY').word({ kind: 'speak', speech: hello, times: 1 })).toBe('cannot do this')
  })
})

describe('a device that announces sessions', () => {
  const offs = [0, -20, 20, -3600, 3600, -56 * 365 * 86_400].map(seconds => seconds * second)

  test.each(offs)('obeys every warning and every All Clear with a clock that is off by %d ms', offMs => {
    const siren = deviceOnABench('OWS', [], { offMs })
    expect(siren.word(warning('storm'))).toBe('started')
    siren.wait(60 * second)
    siren.announce()
    siren.wait(30 * second)
    expect(siren.word(allClear('storm'))).toBe('started')
  })

  test('is not affected when its clock jumps after it announced one', () => {
    const clock = { offMs: 0 }
    const siren = deviceOnABench('OWS', [], clock)
    clock.offMs = -3600 * second
    expect(siren.word(warning('storm'))).toBe('started')
    siren.wait(5 * second)
    clock.offMs = 3600 * second
    // The sound is not affected either.
    expect(siren.memory().sound?.what).toBe('warning')
    expect(siren.word(allClear('storm'))).toBe('started')
  })

  test('rejects delayed commands, whatever its clock shows', () => {
    for (const offMs of offs) {
      const siren = deviceOnABench('OWS', [], { offMs })
      const held = siren.command(warning('storm'))
      const heldAllClear = siren.command(allClear('storm'))
      siren.wait(15 * second + clockSkewMs + 1)
      expect(siren.obey(heldAllClear)).toMatchObject([{ because: 'expired' }])
      siren.wait(15 * second)
      siren.announce()
      expect(siren.obey(held)).toMatchObject([{ because: 'expired' }])
    }
  })

  test('rejects commands that are too early or valid for too long', () => {
    const siren = deviceOnABench('OWS', [], { offMs: 0 })
    const early = { issuedMs: noon + clockSkewMs + 1, expiresMs: noon + 20_000 }
    expect(siren.word(warning('storm'), early)).toBe('from the future')
    expect(siren.word(warning('storm'), { expiresMs: noon + 30_001 })).toBe('from the future')
  })

  test('never treats a command as newer than it is because a state was long in transit', () => {
    const siren = deviceOnABench('OWS', [], { offMs: 0 })
    siren.announce(20 * second)
    const late = siren.command(warning('storm'), {
      issuedMs: noon + 20 * second,
      expiresMs: noon + 50 * second,
    })
    siren.wait(20 * second)
    // The server received the state 20 s after it was sent, so 15 of the 35 s are left.
    siren.wait(15 * second + 1)
    expect(siren.obey(late)).toMatchObject([{ because: 'expired' }])
  })

  test('rejects a command without a session, with one from another start, or with an old one', () => {
    const siren = deviceOnABench('OWS', [], { offMs: 0 })
    const { session: _own, ...without } = siren.command(warning('storm'))
    expect(siren.obey(without)).toMatchObject([{ because: 'unknown session' }])
    const made = { id: 'made-up', heardMs: noon }
    expect(siren.word(warning('storm'), { session: made })).toBe('unknown session')
    const before = siren.command(warning('storm'))
    siren.losePower()
    expect(siren.obey(before)).toMatchObject([{ because: 'unknown session' }])
    const old = siren.command(warning('storm'))
    siren.wait(sessionLifeMs + 1)
    const { session } = old
    const issuedMs = siren.nowMs()
    expect(
      siren.obey({ ...old, issuedMs, expiresMs: issuedMs + 1000, ...(session && { session }) }),
    ).toMatchObject([{ because: 'unknown session' }])
    expect(siren.memory().kept).toMatchObject({ counter: 0, dangers: [], disbelieved: 4 })
  })
})

describe('a command retained by the broker', () => {
  test.each([undefined, { offMs: 0 }])('is rejected, however fresh, and changes nothing', clock => {
    const siren = deviceOnABench('OWS', [], clock)
    const command = siren.command(warning('storm'))
    expect(siren.obey(command, { isRetained: true })).toMatchObject([{ because: 'retained' }])
    expect(siren.memory()).toMatchObject({ sound: null, kept: { counter: 0, disbelieved: 1 } })
    expect(siren.obey(command)).toMatchObject([{ phase: 'started' }])
    expect(siren.obey(command, { isRetained: true })).toMatchObject([{ because: 'retained' }])
    expect(siren.obey(command)).toMatchObject([{ phase: 'started' }])
  })
})
