import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeEdits, sameValue } from './merge.ts'

interface Draft {
  readonly name: string
  readonly limit: number
  readonly isOn: boolean
  readonly groups: readonly number[]
}
const base: Draft = { name: 'Heat', limit: 90, isOn: true, groups: [1, 2] }

const draft = fc.record({
  name: fc.constantFrom('Heat', 'Cold', 'Wind'),
  limit: fc.integer({ min: 0, max: 3 }),
  isOn: fc.boolean(),
  groups: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 4 }),
})
const keys = ['name', 'limit', 'isOn', 'groups'] as const

describe('two edits of one object', () => {
  it('each keep what the other did not touch', () => {
    const tightened = { ...base, limit: 80 }
    const renamed = { ...base, name: 'Heat wave' }
    expect(mergeEdits(base, renamed, tightened)).toEqual({
      mine: { ...base, name: 'Heat wave', limit: 80 },
      theirs: { ...base, name: 'Heat wave', limit: 80 },
      contested: [],
    })
  })

  it('conflict only if both changed the same field to different values', () => {
    const { mine, theirs, contested } = mergeEdits(
      base,
      { ...base, limit: 85, isOn: false },
      { ...base, limit: 80, name: 'Heat wave' },
    )
    expect(contested).toEqual(['limit'])
    expect(mine).toEqual({ ...base, limit: 85, isOn: false, name: 'Heat wave' })
    expect(theirs).toEqual({ ...base, limit: 80, isOn: false, name: 'Heat wave' })
  })

  it('keep, for every field, the value of the person who changed it', () => {
    fc.assert(
      fc.property(draft, draft, draft, (before, own, other) => {
        const { mine, theirs, contested } = mergeEdits<Draft>(before, own, other)
        for (const key of keys) {
          const [isOwn, isOther] = [!sameValue(own[key], before[key]), !sameValue(other[key], before[key])]
          const isContested = isOwn && isOther && !sameValue(own[key], other[key])
          expect(contested.includes(key)).toBe(isContested)
          const wanted = isOwn ? own[key] : other[key]
          expect(sameValue(mine[key], wanted)).toBe(true)
          expect(sameValue(theirs[key], isContested ? other[key] : wanted)).toBe(true)
        }
      }),
    )
  })

  it('give the same result in either order, unless a person has to decide', () => {
    fc.assert(
      fc.property(draft, draft, draft, (before, one, other) => {
        const [a, b] = [mergeEdits<Draft>(before, one, other), mergeEdits<Draft>(before, other, one)]
        expect(new Set(a.contested)).toEqual(new Set(b.contested))
        expect(sameValue(a.mine, b.theirs)).toBe(true)
        expect(sameValue(a.theirs, b.mine)).toBe(true)
      }),
    )
  })

  it('change nothing if no one else did, and take everything if one side changed nothing', () => {
    fc.assert(
      fc.property(draft, draft, (before, other) => {
        expect(mergeEdits<Draft>(before, other, before)).toEqual({
          mine: other,
          theirs: other,
          contested: [],
        })
        expect(sameValue(mergeEdits<Draft>(before, before, other).mine, other)).toBe(true)
      }),
    )
  })
})

describe('fields that are not single values', () => {
  it('are changed together if they belong together', () => {
    const place = { name: 'Field', latitude: '35', longitude: '-97' }
    const merged = mergeEdits(
      place,
      { ...place, latitude: '36' },
      { ...place, longitude: '-98' },
      { together: [['latitude', 'longitude']] },
    )
    expect(merged.contested).toEqual(['latitude', 'longitude'])
    expect(merged.mine).toEqual({ ...place, latitude: '36' })
    expect(merged.theirs).toEqual({ ...place, longitude: '-98' })
  })

  it('are sets, with the additions and removals of both', () => {
    fc.assert(
      fc.property(draft, draft, draft, (before, own, other) => {
        const { mine, contested } = mergeEdits<Draft>(before, own, other, { sets: ['groups'] })
        expect(contested).not.toContain('groups')
        for (const id of [1, 2, 3, 4]) {
          const [was, isOwn, isOther] = [before, own, other].map(({ groups }) => groups.includes(id))
          expect(mine.groups.includes(id)).toBe(was ? isOwn && isOther : isOwn || isOther)
        }
      }),
    )
  })

  it('are merged part by part if they have parts', () => {
    const week = {
      times: [
        { day: 1, from: 8 },
        { day: 2, from: 8 },
        { day: 3, from: 8 },
      ],
    }
    const at = (index: number, from: number) => ({
      times: week.times.with(index, { day: index + 1, from }),
    })
    const { mine, contested } = mergeEdits(week, at(0, 9), at(2, 7), { deep: ['times'] })
    expect(contested).toEqual([])
    expect(mine.times.map(({ from }) => from)).toEqual([9, 8, 7])
    expect(mergeEdits(week, at(0, 9), at(0, 7), { deep: ['times'] })).toEqual({
      mine: at(0, 9),
      theirs: at(0, 7),
      contested: ['times'],
    })
    expect(mergeEdits(week, at(0, 9), { times: [] }, { deep: ['times'] }).contested).toEqual(['times'])
  })
})
