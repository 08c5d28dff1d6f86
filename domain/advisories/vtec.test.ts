import { expect, it, test } from 'vitest'
import { endsEvent, vtecOf } from './vtec.ts'

it('returns the event, the action and the end', () => {
  expect(vtecOf('/O.CON.KPUB.FF.W.0010.000000T0000Z-260715T2115Z/')).toEqual({
    productClass: 'O',
    action: 'CON',
    event: 'KPUB.FF.W.0010',
    endsMs: Date.UTC(2026, 6, 15, 21, 15),
  })
})

it('has no end if the event lasts until further notice', () => {
  expect(vtecOf('/O.NEW.KEWX.FL.W.0027.260715T1921Z-000000T0000Z/')?.endsMs).toBeNull()
})

test.each([
  ['CAN', true],
  ['UPG', true],
  ['EXP', false],
  ['NEW', false],
  ['CON', false],
  ['EXT', false],
  ['EXA', false],
  ['EXB', false],
  ['COR', false],
  ['ROU', false],
])('%s ends an event: %s', (action, isOver) => {
  const vtec = vtecOf(`/O.${action}.KOUN.TO.W.0001.000000T0000Z-260715T2115Z/`)
  expect(vtec && endsEvent(vtec)).toBe(isOver)
})

test.each(['', 'TO.W.1', '/O.NEW.KOUN.TO.W.0001.260715T1921Z/', '/00000.0.ER.000000T0000Z.000000T0000Z.OO/'])(
  '%j is no such code',
  text => {
    expect(vtecOf(text)).toBeNull()
  },
)
