/** Which of the optional cards are present. */
export interface Present {
  readonly heat: boolean
  readonly air: boolean
  readonly timeline: boolean
  /** Whether there is a camera. Without one, the image card is only a line below the others. */
  readonly camera: boolean
}

export type CardName = 'conditions' | 'heat' | 'air' | 'image' | 'timeline'

export interface CardSpan {
  readonly card: CardName
  /** Widths in 24 columns, on a wide and on a medium screen. */
  readonly wide: number
  readonly middle: number
}

const span = (card: CardName, wide: number, middle: number): CardSpan => ({ card, wide, middle })

/** Returns the cards in order, each with its width. Every row is full. */
export function cardSpans(present: Present): readonly CardSpan[] {
  return present.camera ? withPicture(present) : [...withoutPicture(present), span('image', 24, 24)]
}

function withoutPicture({ heat, air, timeline }: Present): readonly CardSpan[] {
  if (!heat && !air)
    return timeline ? [span('conditions', 12, 24), span('timeline', 12, 24)] : [span('conditions', 24, 24)]
  const last = timeline ? [span('timeline', 24, 24)] : []
  if (heat && air) return [span('conditions', 9, 24), span('heat', 8, 12), span('air', 7, 12), ...last]
  return heat
    ? [span('conditions', 12, 12), span('heat', 12, 12), ...last]
    : [span('conditions', 16, 14), span('air', 8, 10), ...last]
}

function withPicture({ heat, air, timeline }: Present): readonly CardSpan[] {
  const last = (wide: number) => (timeline ? [span('timeline', wide, 24)] : [])
  if (heat && air) {
    return timeline
      ? [
          span('conditions', 9, 24),
          span('heat', 8, 12),
          span('air', 7, 12),
          span('image', 8, 24),
          ...last(16),
        ]
      : [span('conditions', 12, 24), span('heat', 12, 12), span('air', 12, 12), span('image', 12, 24)]
  }
  if (!heat && !air) return [span('conditions', 16, 16), span('image', 8, 8), ...last(24)]
  const only = heat ? 'heat' : 'air'
  if (!timeline) return [span('conditions', 9, 24), span(only, 8, 12), span('image', 7, 12)]
  const beside = heat ? 12 : 8
  return [span('conditions', 24 - beside, 24), span(only, beside, 12), span('image', 8, 12), ...last(16)]
}
