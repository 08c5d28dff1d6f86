import { atInterval, type ReportDraft } from './draft.ts'
import { dayName } from '#domain/conditions/local-day'

/** A shortcut that changes part of the draft. Two shortcuts can be combined. */
export interface Preset {
  readonly label: string
  readonly apply: (draft: ReportDraft, today: number) => ReportDraft
}

const crewObservations = {
  WBGT: ['avg', 'max'],
  HeatIndex: ['avg', 'max'],
  AmbientTemperature: ['avg', 'max'],
} as const

const crewStartMinute = 7 * 60
const crewEndMinute = 17 * 60

export const presets: readonly Preset[] = [
  {
    label: 'Last 7 days',
    apply: (draft, today) => ({ ...draft, startDate: dayName(today - 6), endDate: dayName(today) }),
  },
  {
    label: 'Last month',
    apply: (draft, today) => {
      const dayOfMonth = Number(dayName(today).slice(-2))
      const endDate = dayName(today - dayOfMonth)
      return { ...draft, startDate: `${endDate.slice(0, -2)}01`, endDate }
    },
  },
  {
    label: 'Crew hours',
    apply: draft => ({
      ...atInterval(draft, 60),
      observations: crewObservations,
      daysOfWeek: [1, 2, 3, 4, 5],
      window: { fromMinute: crewStartMinute, untilMinute: crewEndMinute },
    }),
  },
]
