import { boxCorner, boxCount, boxDegrees } from './boxes.ts'
import type { CellLife } from './cells.ts'
import { Draws, hashOf, hashOfText } from './chance.ts'
import { remembered } from './memo.ts'
import { createStormClimate } from './storm-climate.ts'

const minuteMs = 60_000
const birthSlotMs = 60 * minuteMs
const longestLifeMs = 90 * minuteMs

/** The hours in which a cell that lives at some moment of a span can have been born. */
export function birthSlotsOf(fromMs: number, toMs: number): { first: number; last: number } {
  return { first: Math.floor((fromMs - longestLifeMs) / birthSlotMs), last: Math.floor(toMs / birthSlotMs) }
}

/** Weak cells are many and supercells few; both the size and the lightning follow from the strength. */
export function characterOf(draws: Draws, strength: number) {
  return {
    strength,
    peakRadiusMiles: 3 + 4 * strength + draws.between(0, 1.5),
    peakStrikesPerMinute: (1.5 + 5 * strength + 28 * strength ** 4) * draws.between(0.6, 1.4),
    rotates: strength > 0.7 && draws.unit() < 0.5,
  }
}

/** The cells born in an hour, box by box; each box is drawn when it is first asked for. */
export type Births = (slot: number) => (box: number) => readonly CellLife[]

const none: readonly CellLife[] = []

export function createBirths(seed: number): Births {
  const start = hashOfText(`${seed}/births`)
  const climate = createStormClimate(seed)

  function born(box: number, slot: number, index: number): CellLife {
    const hash = hashOf(start, box, slot, index)
    const draws = new Draws(hash)
    const corner = boxCorner(box)
    const birthplace = {
      latitude: corner.south + draws.between(0, boxDegrees),
      longitude: corner.west + draws.between(0, boxDegrees),
    }
    const bornMs = Math.floor((slot + draws.unit()) * birthSlotMs)
    const strength = draws.unit() ** 2
    const lifeMs = minuteMs * (30 + 25 * draws.unit() + 35 * strength)
    const { northMph, eastMph } = climate.steering(birthplace, bornMs)
    // Cells stray from the wind that carries them, strong ones to the right of it.
    const stray = ((12 * draws.gaussian() + 20 * strength) * Math.PI) / 180
    const pace = draws.between(0.85, 1.15)
    return {
      id: `${seed}.${slot}.${box}.${index}`,
      hash,
      bornMs,
      diesMs: bornMs + Math.round(lifeMs),
      birthplace,
      northMph: pace * (northMph * Math.cos(stray) - eastMph * Math.sin(stray)),
      eastMph: pace * (eastMph * Math.cos(stray) + northMph * Math.sin(stray)),
      ...characterOf(draws, strength),
    }
  }

  return slot => {
    const meanBirths = climate.meanBirths((slot + 0.5) * birthSlotMs)
    const drawn = new Map<number, readonly CellLife[]>()

    function draw(box: number): readonly CellLife[] {
      const mean = meanBirths(box)
      if (mean === 0) return none
      const count = new Draws(hashOf(start, box, slot)).poisson(mean)
      return count === 0 ? none : Array.from({ length: count }, (_, index) => born(box, slot, index))
    }

    return box => remembered(drawn, boxCount, box, draw)
  }
}
