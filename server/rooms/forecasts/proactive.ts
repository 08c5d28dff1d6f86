import type { ProactiveForecast } from '#domain/forecasts/forecast'
import { distanceMiles, type Point } from '#domain/geo/distance'
import { safeHtml } from '#server/platform/safe-html'

function madeSafe(forecast: ProactiveForecast): ProactiveForecast {
  return {
    ...forecast,
    messages: forecast.messages.map(message => ({ ...message, message: safeHtml(message.message) })),
  }
}

/** Whether a message covers a place. */
export function areasNear({ areas }: ProactiveForecast, point: Point): boolean {
  return areas.some(area => (distanceMiles(area, point) ?? Infinity) <= area.radiusMiles)
}

/** Whether a message is about storms, judging by its type: the names of storm types contain these words. */
export function isOfStorms({ type }: ProactiveForecast): boolean {
  return /storm|thunder|lightning|severe|tornado|hail/i.test(type.name)
}

/** The active messages by source: a source always sends its complete list. */
export class ProactiveBook {
  readonly #bySource = new Map<string, readonly ProactiveForecast[]>()

  receive(source: string, forecasts: readonly ProactiveForecast[]): readonly ProactiveForecast[] {
    const safe = forecasts.map(madeSafe)
    this.#bySource.set(source, safe)
    return safe
  }

  of(source: string): readonly ProactiveForecast[] {
    return this.#bySource.get(source) ?? []
  }

  #standing(nowMs: number): ProactiveForecast[] {
    return [...this.#bySource.values()].flat().filter(({ expiresMs }) => expiresMs > nowMs)
  }

  at(point: Point, nowMs: number): ProactiveForecast[] {
    return this.#standing(nowMs).filter(forecast => areasNear(forecast, point))
  }
}
