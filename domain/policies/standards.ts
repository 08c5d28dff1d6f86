import { isBreach, shownWithUnit } from './policy.ts'
import { policyTypeOf, type PolicyShortName } from './policy-types.ts'

/** One policy of a standard, ready to add. */
export interface StandardPolicy {
  readonly type: PolicyShortName
  readonly threshold: number
  readonly allClearMinutes: number
  /** What people are advised to do, in addition to the standard text. */
  readonly message: string
}

/** A published rule that an organization may follow. */
export interface Standard {
  readonly id: string
  readonly name: string
  readonly summary: string
  readonly source: string
  readonly sourceUrl: string | null
  /**
   * Whether the standard itself specifies the all-clear time. If not, the app adds one, and policies may use a shorter
   * one.
   */
  readonly namesAllClear: boolean
  readonly policies: readonly StandardPolicy[]
}

const ours = 'It gives no all-clear time; 30 minutes is our choice.'

function wbgt(threshold: number, message: string): StandardPolicy {
  return { type: 'WBGT', threshold, allClearMinutes: 30, message }
}

function airQuality(threshold: number, message: string): StandardPolicy {
  return { type: 'AQI', threshold, allClearMinutes: 30, message }
}

export const standards: readonly Standard[] = [
  {
    id: 'nfhs-lightning',
    name: 'NFHS lightning',
    summary:
      'Stop when thunder is heard or lightning is seen; resume 30 minutes after the last of either. The rule itself names no distance: 10 miles is about as far as thunder carries.',
    source:
      'NFHS, Guidelines on Handling Practices and Contests During Lightning or Thunder Disturbances, October 2014',
    sourceUrl: null,
    namesAllClear: true,
    policies: [
      {
        type: 'LR1',
        threshold: 10,
        allClearMinutes: 30,
        message: 'Stop and go inside. Wait 30 minutes after the last thunder or flash.',
      },
    ],
  },
  {
    id: 'nws-lightning',
    name: 'NWS lightning',
    summary:
      'For outdoor venues: stop in time to get everybody to shelter, and resume after 30 minutes without lightning within 8 miles.',
    source: 'National Weather Service, lightning safety toolkit for outdoor venues',
    sourceUrl: null,
    namesAllClear: true,
    policies: [
      {
        type: 'LR1',
        threshold: 8,
        allClearMinutes: 30,
        message: 'Stop and go to a shelter. Wait for 30 minutes without lightning within 8 miles.',
      },
    ],
  },
  {
    id: 'ncaa-lightning',
    name: 'NCAA lightning',
    summary:
      'With a detection service: stop at 10 miles, and resume 30 minutes after the last thunder and flash. At 6 miles, 30 seconds from flash to bang, everybody must already be in shelter.',
    source: 'NCAA Sports Medicine Handbook, lightning safety guideline, 2014',
    sourceUrl: null,
    namesAllClear: true,
    policies: [
      {
        type: 'LR1',
        threshold: 10,
        allClearMinutes: 30,
        message: 'Stop and go to a shelter now: at 6 miles everybody must be inside.',
      },
    ],
  },
  {
    id: 'tb-med-507',
    name: 'TB MED 507 heat categories',
    summary: `The heat categories 2 to 5 of the U.S. Army, by WBGT, with work and rest for hard work. ${ours}`,
    source: 'U.S. Army and Air Force, TB MED 507, Heat Stress Control and Heat Casualty Management',
    sourceUrl: null,
    namesAllClear: false,
    policies: [
      wbgt(82, 'Category 2 (green): for hard work 30 minutes of work, 30 of rest, 1 quart of water an hour.'),
      wbgt(
        85,
        'Category 3 (yellow): for hard work 30 minutes of work, 30 of rest, 1 quart of water an hour.',
      ),
      wbgt(88, 'Category 4 (red): for hard work 20 minutes of work, 40 of rest, 1 quart of water an hour.'),
      wbgt(90, 'Category 5 (black): for hard work 10 minutes of work, 50 of rest, 1 quart of water an hour.'),
    ],
  },
  {
    id: 'ghsa-wbgt',
    name: 'GHSA practice in the heat',
    summary: `How long high school teams may practice, and the breaks they need, by WBGT. ${ours}`,
    source: 'Georgia High School Association, Practice Policy for Heat and Humidity',
    sourceUrl: null,
    namesAllClear: false,
    policies: [
      wbgt(82, 'Take three breaks of 4 minutes every hour. Watch those at risk.'),
      wbgt(
        87,
        'Practice at most 2 hours, with four breaks of 4 minutes every hour. Football pads are limited.',
      ),
      wbgt(
        90,
        'Practice at most 1 hour, with 20 minutes of breaks. No protective equipment, no conditioning.',
      ),
      wbgt(92.1, 'No outdoor practice. Wait until it is cooler.'),
    ],
  },
  {
    id: 'epa-school-air',
    name: 'EPA air quality for schools',
    summary: `When to change outdoor activities at school, by the Air Quality Index. ${ours}`,
    source: 'EPA and CDC, Air Quality and Outdoor Activity Guidance for Schools',
    sourceUrl: null,
    namesAllClear: false,
    policies: [
      airQuality(101, 'Recess and PE are fine. For longer practice take more breaks and go easier.'),
      airQuality(151, 'Take more breaks. Consider moving long or intense activities indoors.'),
      airQuality(201, 'Move all activities indoors, or reschedule them.'),
    ],
  },
]

export function standardOf(id: string): Standard | undefined {
  return standards.find(standard => standard.id === id)
}

interface Judged {
  readonly type: PolicyShortName
  readonly threshold: number
  readonly allClearMinutes: number
}

/**
 * The step of a standard that a policy corresponds to: the last one that a value has reached when it breaches the
 * policy. A policy between two steps triggers too late for the earlier one. A policy before all steps corresponds to
 * the first one.
 */
function stepFor({ type, threshold }: Judged, { policies }: Standard): StandardPolicy | undefined {
  const { isDesc } = policyTypeOf(type)
  const steps = policies
    .filter(step => step.type === type)
    .toSorted((one, other) => (isDesc ? other.threshold - one.threshold : one.threshold - other.threshold))
  return steps.findLast(step => isBreach(type, step.threshold, threshold)) ?? steps[0]
}

/** Sentences that explain where a policy is less strict than a standard; empty if it is nowhere less strict. */
export function laxerThan(policy: Judged, standard: Standard): string[] {
  const step = stepFor(policy, standard)
  if (!step) return []
  const laxer: string[] = []
  if (policy.threshold !== step.threshold && isBreach(policy.type, step.threshold, policy.threshold)) {
    laxer.push(
      `It warns at ${shownWithUnit(policy.type, policy.threshold)}; the standard calls for action at ${shownWithUnit(policy.type, step.threshold)}.`,
    )
  }
  if (standard.namesAllClear && policy.allClearMinutes < step.allClearMinutes) {
    laxer.push(
      `It is clear after ${policy.allClearMinutes} minutes; the standard waits ${step.allClearMinutes} minutes.`,
    )
  }
  return laxer
}
