import { describe, expect, it } from 'vitest'
import { streamEventOf } from '#server/platform/http/stream'
import { createReaders, type Audience } from './readers.ts'

const event = { kind: 'hardware-changed', asOf: '2026-11-16T15:24:00.000Z' } as const

/** A subscriber and the events they received. */
function listener(readers: ReturnType<typeof createReaders>, audience: Audience) {
  const reported: unknown[] = []
  const leave = readers.add(audience, {
    send: frame => void reported.push(streamEventOf(frame)),
    close: () => {},
  })
  return { told: reported, leave }
}

describe('an event for a customer', () => {
  it('reaches everyone of that customer, with or without a location, and no one else', () => {
    const readers = createReaders()
    const own = listener(readers, { kind: 'person', userId: 'one', customerId: 1 })
    const colleague = listener(readers, { kind: 'person', userId: 'two', customerId: 1 })
    const other = listener(readers, { kind: 'person', userId: 'three', customerId: 2 })
    const nobody = listener(readers, { kind: 'location', locationId: 7 })
    readers.sendCustomer(1, event)
    expect([own, colleague, other, nobody].map(({ told: reported }) => reported.length)).toEqual([1, 1, 0, 0])
    expect(own.told[0]).toEqual(event)
    colleague.leave()
    readers.sendCustomer(1, event)
    expect([own, colleague].map(({ told: reported }) => reported.length)).toEqual([2, 1])
  })
})
