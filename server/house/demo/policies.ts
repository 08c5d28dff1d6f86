import type { NewPolicy } from '#server/rooms/policies/index'

export interface DemoPolicy extends Pick<NewPolicy, 'type' | 'threshold' | 'allClearMinutes' | 'standard'> {
  /** The group that it applies to; all groups if none is named. */
  readonly group?: string
  /** Instructions in addition to the usual text, at the start and at the end. */
  readonly onBreach: string
  readonly onAllClear: string
}

export const demoPolicies: readonly DemoPolicy[] = [
  {
    type: 'LR1',
    threshold: 8,
    allClearMinutes: 30,
    group: 'Athletics',
    standard: 'nws-lightning',
    onBreach: 'Clear the field. Teams go to the locker rooms, spectators to their cars or the hall.',
    onAllClear: 'Coaches count their teams before play resumes.',
  },
  {
    type: 'HEAT',
    threshold: 100,
    allClearMinutes: 60,
    onBreach: 'Shade and water for everybody. Nobody works alone.',
    onAllClear: 'Go easy for the first half hour.',
  },
  {
    type: 'WBGT',
    threshold: 88,
    allClearMinutes: 30,
    standard: 'tb-med-507',
    onBreach: 'For hard work: 20 minutes of work, 40 minutes of rest, and 1 quart of water per hour.',
    onAllClear: '',
  },
  {
    type: 'CHILL',
    threshold: 20,
    allClearMinutes: 60,
    onBreach: 'Warm up indoors every 30 minutes. Cover ears and hands.',
    onAllClear: '',
  },
  {
    type: 'PRECIP',
    threshold: 1.5,
    allClearMinutes: 60,
    onBreach: 'Close the low parking lot and check the drains.',
    onAllClear: 'Look at the low parking lot before you open it.',
  },
  {
    type: 'WIND',
    threshold: 30,
    allClearMinutes: 30,
    onBreach: 'Take down tents and inflatables. Stop all cranes.',
    onAllClear: 'Check anchors before anything goes up again.',
  },
  {
    type: 'GUST',
    threshold: 40,
    allClearMinutes: 30,
    onBreach: 'Nobody stays on lifts or scaffolds.',
    onAllClear: '',
  },
  {
    type: 'AQI',
    threshold: 150,
    allClearMinutes: 60,
    onBreach: 'Move practice and recess indoors. Keep windows closed.',
    onAllClear: '',
  },
]

export const otherPolicies: readonly DemoPolicy[] = [
  {
    type: 'WIND',
    threshold: 25,
    allClearMinutes: 20,
    onBreach: 'Close the terrace and take in the umbrellas.',
    onAllClear: 'The terrace may open again.',
  },
]
