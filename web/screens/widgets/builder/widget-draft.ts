import type { Asked } from '#contract/call'
import type { updateWidget, Widget, WidgetChoices, WidgetPolicy } from '#contract/messages/widgets'
import type { MergeRule } from '#domain/edits/merge'
import { conditionOf, type ConditionCode, type ForecastCode } from '#domain/widgets/conditions'
import {
  defaultWidth,
  themes,
  widgetFaults,
  widgetTypes,
  type ThemeNumber,
  type TypeNumber,
} from '#domain/widgets/widget'
import type { Described } from '#web/parts/leaving/differences.ts'

/** A widget as entered in the builder. */
export interface WidgetDraft {
  readonly name: string
  readonly orgLocId: number | null
  readonly theme: ThemeNumber
  readonly type: TypeNumber
  readonly primaryCondition: ConditionCode
  readonly widgetConditions: readonly ConditionCode[]
  readonly hourly: ForecastCode
  readonly daily: ForecastCode
  readonly policyGroupId: number | null
  readonly headerMessage: string
  readonly isWithoutExpiration: boolean
  /** In the format of the browser's time field, in the viewer's local time. */
  readonly expiration: string
  readonly weatherStationId: number | null
  readonly primaryThreshold: string
  readonly width: number | null
  /** One site per line. */
  readonly allowedSites: string
}

export const newWidgetDraft: WidgetDraft = {
  name: '',
  orgLocId: null,
  theme: 1,
  type: 0,
  primaryCondition: 0,
  widgetConditions: [],
  hourly: -1,
  daily: -1,
  policyGroupId: null,
  headerMessage: '',
  isWithoutExpiration: true,
  expiration: '',
  weatherStationId: null,
  primaryThreshold: '',
  width: defaultWidth,
  allowedSites: '',
}

/** Returns `2026-07-04T15:45`, in the viewer's local time. */
function asLocal(instant: string): string {
  const at = new Date(instant)
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

export function widgetDraftOf(widget: Widget): WidgetDraft {
  const forecast = (type: 'hourly' | 'daily') =>
    widget.widgetForecasts.find(({ forecastType }) => forecastType === type)?.conditionType ?? -1
  return {
    name: widget.name,
    orgLocId: widget.orgLocId,
    theme: widget.theme,
    type: widget.type,
    primaryCondition: widget.primaryCondition,
    widgetConditions: widget.widgetConditions,
    hourly: forecast('hourly'),
    daily: forecast('daily'),
    policyGroupId: widget.policyGroupId,
    headerMessage: widget.headerMessage ?? '',
    isWithoutExpiration: widget.headerMessageExpiration === null,
    expiration: widget.headerMessageExpiration === null ? '' : asLocal(widget.headerMessageExpiration),
    weatherStationId: widget.weatherStationId,
    primaryThreshold: widget.primaryThreshold === null ? '' : String(widget.primaryThreshold),
    width: widget.width,
    allowedSites: widget.allowedSites.join('\n'),
  }
}

/** A message and its expiration merge together, and so do a value and its threshold. */
export const widgetMergeRule: MergeRule<WidgetDraft> = {
  together: [
    ['headerMessage', 'isWithoutExpiration', 'expiration'],
    ['primaryCondition', 'primaryThreshold'],
    ['type', 'weatherStationId'],
  ],
}

export const policiesOf = (
  choices: WidgetChoices | undefined,
  groupId: number | null,
): readonly WidgetPolicy[] => choices?.groups.find(({ id }) => id === groupId)?.policies ?? []

const isTime = (text: string) => Number.isFinite(Date.parse(text))
const isNumber = (text: string) => text.trim() === '' || Number.isFinite(Number(text))

/** Errors found before calling the server, in the specification's words. */
export function widgetProblems(
  draft: WidgetDraft,
  policies: readonly WidgetPolicy[],
): Readonly<Record<string, readonly string[]>> {
  const hasZone1 = policies.some(({ policyTypeShortName }) => policyTypeShortName === 'LR1')
  const faults = Object.entries(widgetFaults(draft, hasZone1)).map(([field, fault]) => [field, [fault]])
  return {
    ...Object.fromEntries(faults),
    ...(!isNumber(draft.primaryThreshold) && { PrimaryThreshold: ['must be a number'] }),
    ...(draft.headerMessage !== '' &&
      !draft.isWithoutExpiration &&
      !isTime(draft.expiration) && { HeaderMessageExpiration: ['must be a date and time'] }),
  }
}

type Body = Omit<Asked<typeof updateWidget>['body'], 'version'>

/** Null while something required for a preview is missing. */
export function widgetBodyOf(draft: WidgetDraft): Body | null {
  const { orgLocId, policyGroupId, hourly, daily } = draft
  if (orgLocId === null || policyGroupId === null) return null
  const ends = !draft.isWithoutExpiration && isTime(draft.expiration)
  const message = draft.headerMessage.trim()
  return {
    name: draft.name,
    orgLocId,
    theme: draft.theme,
    type: draft.type,
    primaryCondition: draft.primaryCondition,
    widgetConditions: [...draft.widgetConditions],
    widgetForecasts: [
      { forecastType: 'hourly', conditionType: hourly },
      { forecastType: 'daily', conditionType: daily },
    ],
    policyGroupId,
    headerMessage: message === '' ? null : message,
    headerMessageExpiration: ends ? new Date(draft.expiration).toISOString() : null,
    weatherStationId: draft.weatherStationId,
    primaryThreshold: draft.primaryThreshold.trim() === '' ? null : Number(draft.primaryThreshold),
    width: draft.width,
    allowedSites: draft.allowedSites
      .split(/[\s,]+/)
      .map(site => site.trim())
      .filter(site => site !== ''),
  }
}

export const widthWords = (width: number | null) => (width === null ? 'Responsive (100%)' : `${width} px`)
export const forecastWords = (code: ForecastCode) =>
  code < 0 ? 'None' : conditionOf(code as ConditionCode).name

export function widgetDraftInWords(draft: WidgetDraft, choices: WidgetChoices | undefined): Described {
  const nameIn = (list: readonly { id: number; name: string }[] | undefined, id: number | null) =>
    list?.find(each => each.id === id)?.name ?? ''
  return [
    ['Name', draft.name],
    ['Location', nameIn(choices?.locations, draft.orgLocId)],
    ['Theme', themes[draft.theme]],
    ['Type', `${widgetTypes[draft.type]} ${nameIn(choices?.stations, draft.weatherStationId)}`],
    [
      'Primary condition',
      `${conditionOf(draft.primaryCondition).name} ${draft.primaryThreshold && `from ${draft.primaryThreshold}`}`,
    ],
    ['Secondary conditions', draft.widgetConditions.map(code => conditionOf(code).name).join(', ')],
    ['Hourly forecast', forecastWords(draft.hourly)],
    ['Daily forecast', forecastWords(draft.daily)],
    ['Policy group', nameIn(choices?.groups, draft.policyGroupId)],
    [
      'Header message',
      `${draft.headerMessage} ${draft.headerMessage && !draft.isWithoutExpiration ? `until ${draft.expiration}` : ''}`,
    ],
    ['Width', widthWords(draft.width)],
    ['Allowed sites', draft.allowedSites.split('\n').join(', ')],
  ]
}
