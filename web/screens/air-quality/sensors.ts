import type { WireIndex, airQualityCategories, listAirSensors } from '#contract/weather/air-quality'
import type { Reply } from '#contract/call'
import { searchTerm } from '#web/parts/tables/named-like.ts'

export type ShownSensor = Reply<typeof listAirSensors>[number]
export type AirCategory = Reply<typeof airQualityCategories>[number]

export const statusWords = ({ status }: Pick<ShownSensor, 'status'>) => (status ? 'Enabled' : 'Disabled')

/** Formats an index with its category; without the category list, only the number. */
export function indexOf(value: number | null, categories: readonly AirCategory[]): WireIndex {
  const category =
    value === null ? undefined : categories.find(({ max }) => max === null || Math.round(value) <= max)
  return { value, color: category?.color ?? null, shortDescription: category?.name ?? null }
}

export function shownSensors(sensors: readonly ShownSensor[], typed: string): ShownSensor[] {
  const term = searchTerm(typed)
  return sensors.filter(({ name, customerName }) =>
    [name, customerName ?? ''].some(text => text.toLowerCase().includes(term)),
  )
}
