import type { Widget } from '#contract/messages/widgets'
import { searchTerm } from '#web/parts/tables/named-like.ts'

export const widgetsPerPage = 6

/** Searches by the name of the widget or of its customer. */
export function widgetsFound(widgets: readonly Widget[], typed: string): readonly Widget[] {
  const term = searchTerm(typed)
  return widgets.filter(
    ({ name, customerName }) =>
      name.toLowerCase().includes(term) || customerName.toLowerCase().includes(term),
  )
}

export const builderPath = (customerId: number, widgetId: number | 'builder') =>
  `/widgets/${customerId}/${widgetId}`
