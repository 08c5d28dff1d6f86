import type { ConditionCode, ForecastCode } from './conditions.ts'

export const themes = ['Dark', 'Light'] as const
export const widgetTypes = ['Default', 'Image', 'Radar'] as const
/** The theme's number in the API. */
export type ThemeNumber = 0 | 1
export type TypeNumber = 0 | 1 | 2

export const mostConditions = 4
export const leastWidth = 300
export const mostWidth = 2000
export const defaultWidth = 800
/** Widths in pixels; null for all available space. */
export const embedWidths = [null, 300, 400, 600, 800, 1000] as const
export const mostWidgets = 200
export const longestName = 80
export const longestMessage = 1000

export interface WidgetForecast {
  readonly forecastType: 'hourly' | 'daily'
  readonly conditionType: ForecastCode
}

export const widgetTexts = {
  name: 'Please enter a name for your widget.',
  group: 'Lightning radius is required. Please select a group with a lightning radius policy.',
  location: 'Please select a location.',
  station: 'Please select a weather station with a camera.',
  width: `The width must be at least ${leastWidth} pixels.`,
  email: 'Please enter a valid email address.',
} as const

export interface WidgetSettings {
  readonly name: string
  readonly orgLocId: number | null
  readonly type: TypeNumber
  readonly weatherStationId: number | null
  readonly width: number | null
  readonly policyGroupId: number | null
}

/** What is wrong with a widget to be saved, by field. */
export function widgetFaults(
  widget: WidgetSettings,
  /** Whether the selected group has a Lightning Zone 1 policy. Without it there is no ring to show. */
  hasLightningZone1: boolean,
): Partial<Record<'Name' | 'OrgLocId' | 'PolicyGroupId' | 'WeatherStationId' | 'Width', string>> {
  return {
    ...(widget.name.trim() === '' && { Name: widgetTexts.name }),
    ...(widget.orgLocId === null && { OrgLocId: widgetTexts.location }),
    ...((widget.policyGroupId === null || !hasLightningZone1) && { PolicyGroupId: widgetTexts.group }),
    ...(widget.type === 1 && widget.weatherStationId === null && { WeatherStationId: widgetTexts.station }),
    ...(widget.width !== null && widget.width < leastWidth && { Width: widgetTexts.width }),
  }
}

/** The message above a widget, until it expires. */
export function messageShown(message: string | null, expiresMs: number | null, nowMs: number): string | null {
  return message !== null && (expiresMs === null || nowMs < expiresMs) ? message : null
}

export interface Drawn {
  readonly type: TypeNumber
  readonly widgetConditions: readonly ConditionCode[]
  readonly widgetForecasts: readonly WidgetForecast[]
  readonly headerMessage: string | null
  readonly policies: number
}

/**
 * The height at which a frame 300 pixels wide shows everything. Fixed, because the page on another site cannot query
 * it.
 */
export function frameHeight({
  type,
  widgetConditions,
  widgetForecasts,
  headerMessage,
  policies,
}: Drawn): number {
  const forecasts = widgetForecasts.filter(({ conditionType }) => conditionType >= 0).length
  const message = headerMessage === null ? 0 : 56 + 20 * Math.ceil(headerMessage.length / 38)
  const below =
    type === 0
      ? 88 +
        Math.ceil(widgetConditions.length / 2) * 72 +
        forecasts * 128 +
        (policies > 0 ? 44 + policies * 26 : 0)
      : 260
  return 220 + message + below
}
