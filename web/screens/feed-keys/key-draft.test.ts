import { keyBodyOf, emptyKeyDraft, keyProblems, type KeyDraft } from './key-draft.ts'
import { describe, expect, it } from 'vitest'

const box: KeyDraft = {
  ...emptyKeyDraft,
  area: 'box',
  south: '54',
  west: '170',
  north: ' 72.5 ',
  east: '-130',
}

describe('a new feed key', () => {
  it('covers the continental United States unless another area is chosen', () => {
    expect(keyProblems(emptyKeyDraft)).toEqual({})
    expect(keyBodyOf({ ...emptyKeyDraft, name: 'A network' })).toEqual({
      name: 'A network',
      provesAbsence: false,
      area: { kind: 'continental-us' },
      staleAfterSeconds: 20,
      positionErrorMiles: 0.3,
      license: null,
    })
  })

  it('covers a box between four numbers', () => {
    expect(keyProblems(box)).toEqual({})
    expect(keyBodyOf(box).area).toEqual({ kind: 'box', south: 54, west: 170, north: 72.5, east: -130 })
  })

  it.each(['', '54N', '5 4', '-', 'NaN', '1e3', '.5'])('rejects the edge %j', south => {
    expect(keyProblems({ ...box, south })).toEqual({ 'Area.South': ['must be a number'] })
  })

  it('does not validate hidden edges', () => {
    expect(keyProblems({ ...box, area: 'world', south: '' })).toEqual({})
    expect(keyBodyOf({ ...box, area: 'world', south: '' }).area).toEqual({ kind: 'world' })
  })

  it('names every invalid number', () => {
    const draft = { ...emptyKeyDraft, staleAfterSeconds: '', positionErrorMiles: 'a mile' }
    expect(Object.keys(keyProblems(draft))).toEqual(['StaleAfterSeconds', 'PositionErrorMiles'])
  })
})
