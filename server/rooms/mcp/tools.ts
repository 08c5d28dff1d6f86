import type { Call } from '#contract/call'
import { listUnprotected } from '#contract/devices/protection'
import { listHardware } from '#contract/devices/hardware'
import { listLocations } from '#contract/places/locations'
import { listWarnings } from '#contract/places/warnings'
import { listAdvisories } from '#contract/weather/advisories'
import { delayHistory, getDelay, type LocationDelay } from '#contract/weather/lightning'
import { draftFor, ringInWords, worstRing } from './words.ts'

/** Makes a call of the contract as the token's owner; throws with the reason if it was refused. */
export type AskAs = (call: Call, params?: Readonly<Record<string, string>>) => Promise<unknown>

interface ToolResult {
  readonly text: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly takesLocation: boolean
  /** `exercise` marks weather that is not real, or a copy of the server. */
  run(ask: AskAs, locationId: string, exercise: string | null): Promise<ToolResult>
}

interface Place {
  readonly id: number
  readonly label: string
}

const placesOf = async (ask: AskAs) => (await ask(listLocations)) as readonly Place[]
const labelOf = async (ask: AskAs, id: string) =>
  (await placesOf(ask)).find(place => String(place.id) === id)?.label ?? `location ${id}`

const asList = (what: string, rows: readonly unknown[]): ToolResult => ({
  text: rows.length === 0 ? `${what}: none.` : `${what}:\n${JSON.stringify(rows, null, 1)}`,
  data: { items: rows },
})

async function lightningAt(ask: AskAs, id: string): Promise<ToolResult> {
  const { statements } = (await ask(getDelay, { id })) as LocationDelay
  const label = await labelOf(ask, id)
  return {
    text: [`Lightning at ${label}:`, ...statements.map(ringInWords)].join('\n'),
    data: { location: label, statements },
  }
}

/** The tools only read. They may draft a message, but a person reads and sends it. */
export const tools: readonly Tool[] = [
  {
    name: 'list_locations',
    title: 'Locations',
    description: 'Lists the locations of the token’s owner, with the ids that other tools take.',
    takesLocation: false,
    run: async ask =>
      asList(
        'Locations',
        (await placesOf(ask)).map(({ id, label }) => ({ id, label })),
      ),
  },
  {
    name: 'lightning_status',
    title: 'Lightning status and why',
    description:
      'The lightning status of a location, ring by ring: delay, all clear or unknown, with the reason and the time until which the statement is valid. Never report All Clear after its validUntil. Unknown means unsafe.',
    takesLocation: true,
    run: lightningAt,
  },
  {
    name: 'delay_history',
    title: 'Past lightning delays',
    description: 'The latest lightning delays of a location, with their first and last strikes.',
    takesLocation: true,
    run: async (ask, id) => asList('Delays, newest first', (await ask(delayHistory, { id })) as unknown[]),
  },
  {
    name: 'warnings',
    title: 'Active policy warnings',
    description: 'The weather policies that are breached at a location, with their values.',
    takesLocation: true,
    run: async (ask, id) => asList('Active warnings', (await ask(listWarnings, { id })) as unknown[]),
  },
  {
    name: 'official_alerts',
    title: 'Official alerts',
    description: 'The alerts of the weather service at a location. An error means unknown, not none.',
    takesLocation: true,
    run: async (ask, id) => asList('Official alerts', (await ask(listAdvisories, { id })) as unknown[]),
  },
  {
    name: 'hardware_health',
    title: 'Hardware',
    description: 'Sirens and weather stations with their state, for administrators.',
    takesLocation: false,
    run: async ask => asList('Hardware', (await ask(listHardware)) as unknown[]),
  },
  {
    name: 'unprotected_places',
    title: 'Sirens that protect no one',
    description:
      'Sirens at the owner’s locations that are disabled, unreachable or have not confirmed a warning.',
    takesLocation: false,
    run: async ask => asList('Sirens not to rely on', (await ask(listUnprotected)) as unknown[]),
  },
  {
    name: 'draft_message',
    title: 'Draft a message',
    description:
      'Drafts a message about a location from its current lightning status. It sends nothing: a person reads it and sends it on the Notify Users page.',
    takesLocation: true,
    async run(ask, id, exercise) {
      const { statements } = (await ask(getDelay, { id })) as LocationDelay
      const worst = worstRing(statements)
      const words = draftFor(await labelOf(ask, id), worst)
      const draft = exercise === null ? words : `${exercise} ${words}`
      const until = worst ? ` True until ${worst.validUntil}.` : ''
      return {
        text: `Draft, not sent:${until}\n\n${draft}\n\nA person can send it at /NotifyUsers.`,
        data: { draft, validUntil: worst?.validUntil ?? null, sent: false },
      }
    },
  },
]
