import type { LiveEvent } from '#contract/live'
import type { LocationDelay, RingStatement } from '#contract/weather/lightning'
import { firstLease, isValid, serverTimeMs, type Lease, type Moment } from '#domain/lightning/lease'
import { isWord, nothingHeard, withWord } from '#domain/lightning/live-states'
import { shownPlace, shownRing, type ShownRing } from '#domain/lightning/shown'
import { shownWidgetState, type WidgetRing } from '#domain/widgets/shown-state'
import { secondMs } from '#server/platform/clock'
import type { Browser } from '#server/rooms/notifications/runs/phones.testing'
import type { SimulatedDevice } from '#simulator/devices/device'
import type { Belief, Reader, ReaderKind } from './believing.testing.ts'
import type { Truth } from './truth.testing.ts'

function beliefIn({ show }: ShownRing): Belief {
  if (show === 'Delay') return 'danger'
  return show === 'AllClear' ? 'clear' : 'unknown'
}

/** A reader's own two clocks, which are not the server's. */
const momentOf = (nowMs: number): Moment => ({ monotonicMs: nowMs - 1e12, wallMs: nowMs + 7e6 })

function shownOf(rings: readonly RingStatement[], serverNowMs: number): ShownRing {
  const shown = rings.map(ring => {
    const endsAtMs = ring.endsAt === null ? null : Date.parse(ring.endsAt)
    return { ring: ring.ring, shown: shownRing({ ...ring, endsAtMs }, true, serverNowMs) }
  })
  return shownPlace(shown).worst
}

const isBySatellite = (shown: ShownRing) => shown.show === 'AllClear' && shown.satelliteOnly === true

/** A connection to the live stream, which ends when the server does. */
export interface LiveConnection {
  readonly isOpen: () => boolean
  close(): void
}
export type OpenLive = (onEvent: (event: LiveEvent) => void) => Promise<LiveConnection>

/** A page on the live stream, by the rules that pages run. */
export class Screen implements Reader {
  readonly kind: ReaderKind
  readonly truth: Truth
  isOn = true
  readonly #locationId: number
  readonly #open: OpenLive
  readonly #nowMs: () => number
  #hearing = nothingHeard<LocationDelay>()
  #connection: LiveConnection | undefined

  constructor(
    kind: 'screen' | 'wall',
    truth: Truth,
    locationId: number,
    { open, nowMs }: { readonly open: OpenLive; readonly nowMs: () => number },
  ) {
    this.kind = kind
    this.truth = truth
    this.#locationId = locationId
    this.#open = open
    this.#nowMs = nowMs
  }

  async ask(nowMs: number) {
    if (this.isOn && this.#connection?.isOpen()) return
    this.#connection?.close()
    this.#connection = undefined
    if (!this.isOn) return
    const requested = momentOf(nowMs)
    this.#connection = await this.#open(event => {
      if (this.isOn && isWord(event))
        this.#hearing = withWord(this.#hearing, event, requested, momentOf(this.#nowMs()))
    })
  }

  #shown(nowMs: number): ShownRing {
    const { lease, delays } = this.#hearing
    const now = momentOf(nowMs)
    if (!isValid(lease, now)) return { show: 'Unknown', because: '' }
    return shownOf(delays.get(this.#locationId)?.statements ?? [], serverTimeMs(lease, now))
  }

  believes(nowMs: number): Belief {
    return beliefIn(this.#shown(nowMs))
  }

  isBySatellite(nowMs: number): boolean {
    return isBySatellite(this.#shown(nowMs))
  }

  close() {
    this.#connection?.close()
  }
}

/** What a public page is told, and how long it holds. */
export interface PageData {
  readonly asOf: string
  readonly validForMs: number
  readonly rings: readonly WidgetRing[]
}
type Poll = () => Promise<PageData>

/** A page on somebody's site, which polls. */
export class PolledPage implements Reader {
  readonly kind: ReaderKind
  readonly truth: Truth
  isOn = true
  readonly #poll: Poll
  #rings: readonly WidgetRing[] = []
  #lease: Lease | null = null

  constructor(kind: 'widget' | 'siren page', truth: Truth, poll: Poll) {
    this.kind = kind
    this.truth = truth
    this.#poll = poll
  }

  async ask(nowMs: number) {
    if (!this.isOn) return
    const { asOf, validForMs, rings } = await this.#poll()
    this.#rings = rings
    this.#lease = firstLease(momentOf(nowMs), Date.parse(asOf), validForMs)
  }

  #shown(nowMs: number): ShownRing {
    return shownWidgetState(this.#rings, this.#lease, momentOf(nowMs)).worst
  }

  believes(nowMs: number): Belief {
    return beliefIn(this.#shown(nowMs))
  }

  isBySatellite(nowMs: number): boolean {
    return isBySatellite(this.#shown(nowMs))
  }
}

interface CapAlert {
  readonly identifier: string
  readonly event: string
  readonly expiresMs: number
}

const tag = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''

/**
 * A sign that knows CAP and nothing else: it shows the alerts that were not canceled and have not expired, and without
 * any it shows that all is well.
 */
export class CapSign implements Reader {
  readonly kind = 'CAP sign'
  readonly truth: Truth
  isOn = true
  readonly #fetch: () => Promise<{ readonly body: string; readonly maxAgeSeconds: number }>
  #alerts: readonly CapAlert[] = []
  #dueMs = 0
  #cached: { readonly body: string; readonly untilMs: number } | undefined
  readonly #seen = new Set<string>()

  constructor(truth: Truth, fetch: () => Promise<{ readonly body: string; readonly maxAgeSeconds: number }>) {
    this.truth = truth
    this.#fetch = fetch
  }

  async ask(nowMs: number) {
    if (!this.isOn || nowMs < this.#dueMs) return
    this.#dueMs = nowMs + 15 * secondMs
    if (!this.#cached || nowMs >= this.#cached.untilMs) {
      const { body, maxAgeSeconds } = await this.#fetch()
      this.#cached = { body, untilMs: nowMs + maxAgeSeconds * secondMs }
    }
    const messages = [...this.#cached.body.matchAll(/<alert .*?<\/alert>/gs)].map(([xml]) => xml)
    for (const xml of messages.toReversed()) this.#read(xml)
  }

  #read(xml: string) {
    const identifier = tag(xml, 'identifier')
    if (this.#seen.has(identifier)) return
    this.#seen.add(identifier)
    const ended = tag(xml, 'references')
      .split(' ')
      .map(each => each.split(',')[1])
    this.#alerts = this.#alerts.filter(each => !ended.includes(each.identifier))
    if (tag(xml, 'msgType') === 'Cancel') return
    const alert = { identifier, event: tag(xml, 'event'), expiresMs: Date.parse(tag(xml, 'expires')) }
    this.#alerts = [...this.#alerts, alert]
  }

  isBySatellite(): boolean {
    return tag(this.#cached?.body ?? '', 'subtitle').includes('satellite')
  }

  believes(nowMs: number): Belief {
    const standing = this.#alerts.filter(({ expiresMs }) => nowMs < expiresMs)
    if (standing.some(({ event }) => event === 'Lightning delay')) return 'danger'
    return standing.length > 0 ? 'unknown' : 'clear'
  }
}

interface WebhookMessage {
  readonly type: string
  readonly data: {
    readonly topic: string
    readonly sequence: number
    readonly expires: string
    readonly because: string
  }
}

/** A receiver by the rules of docs/webhooks.md. */
export class WebhookReader implements Reader {
  readonly kind = 'webhook receiver'
  readonly truth: Truth
  isOn = true
  #last: WebhookMessage | undefined

  constructor(truth: Truth) {
    this.truth = truth
  }

  /** Returns the status with which it responds. */
  receive(body: string): number {
    if (!this.isOn) return 503
    const message = JSON.parse(body) as WebhookMessage
    const isNewer = message.data.sequence >= (this.#last?.data.sequence ?? 0)
    if (message.data.topic === 'lightning' && isNewer) this.#last = message
    return 204
  }

  isBySatellite(): boolean {
    return this.#last?.data.because.includes('satellite') === true
  }

  believes(nowMs: number): Belief {
    if (!this.#last || nowMs >= Date.parse(this.#last.data.expires)) return 'unknown'
    if (this.#last.type === 'DELAY') return 'danger'
    return this.#last.type === 'ALL_CLEAR' ? 'clear' : 'unknown'
  }
}

/** Home Assistant: a sensor with a state that expires. */
export class HomeAssistantReader implements Reader {
  readonly kind = 'Home Assistant'
  readonly truth: Truth
  isOn = true
  readonly #nowMs: () => number
  #expireAfterMs = Infinity
  #said: { readonly state: string; readonly because: string | null } | undefined
  #heardMs = -Infinity

  constructor(truth: Truth, nowMs: () => number) {
    this.truth = truth
    this.#nowMs = nowMs
  }

  hear(topic: string, payload: string) {
    if (!this.isOn) return
    if (topic.endsWith('/lightning/config') && payload !== '')
      this.#expireAfterMs = (JSON.parse(payload) as { expire_after: number }).expire_after * secondMs
    if (!/\/place\/\d+$/.test(topic)) return
    this.#said = JSON.parse(payload) as { state: string; because: string | null }
    this.#heardMs = this.#nowMs()
  }

  isBySatellite(): boolean {
    return this.#said?.because?.includes('satellite') === true
  }

  believes(nowMs: number): Belief {
    if (nowMs - this.#heardMs > this.#expireAfterMs) return 'unknown'
    if (this.#said?.state === 'Delay') return 'danger'
    return this.#said?.state === 'All Clear' ? 'clear' : 'unknown'
  }
}

/** A language model with the tools of this server: it repeats what it read until the time that it read with it. */
export class McpClient implements Reader {
  readonly kind = 'MCP client'
  readonly truth: Truth
  isOn = true
  readonly #status: () => Promise<readonly RingStatement[]>
  #statements: readonly RingStatement[] = []
  #dueMs = 0

  constructor(truth: Truth, status: () => Promise<readonly RingStatement[]>) {
    this.truth = truth
    this.#status = status
  }

  async ask(nowMs: number) {
    if (!this.isOn || nowMs < this.#dueMs) return
    this.#dueMs = nowMs + 10 * secondMs
    this.#statements = await this.#status()
  }

  believes(nowMs: number): Belief {
    const valid = this.#statements.filter(({ validUntil }) => nowMs < Date.parse(validUntil))
    return valid.length === 0 ? 'unknown' : beliefIn(shownOf(valid, nowMs))
  }

  isBySatellite(nowMs: number): boolean {
    return isBySatellite(shownOf(this.#statements, nowMs))
  }
}

/** The browser of a phone, with the worker that it really runs. */
export class PushPhone implements Reader {
  readonly kind = 'push phone'
  readonly truth: Truth
  readonly browser: Browser

  constructor(truth: Truth, browser: Browser) {
    this.truth = truth
    this.browser = browser
  }

  get isOn(): boolean {
    return this.browser.isOn
  }
  set isOn(isOn: boolean) {
    this.browser.isOn = isOn
  }

  isBySatellite(): boolean {
    return this.browser.shown.some(({ title }) => title.includes('satellite only'))
  }

  get clearSaidMs(): number {
    return Math.max(...this.browser.shown.map(({ data }) => data?.sentMs ?? 0), 0)
  }

  believes(nowMs: number): Belief {
    const beliefs = this.browser.shown.map(({ title, data }): Belief => {
      if (/^(Lightning (?!status unavailable)|Closer now|All Clear withdrawn)|still in delay/.test(title))
        return 'danger'
      return title.startsWith('All clear') && nowMs <= (data?.validUntilMs ?? Infinity) ? 'clear' : 'unknown'
    })
    if (beliefs.includes('danger')) return 'danger'
    return beliefs.includes('clear') ? 'clear' : 'unknown'
  }
}

/** Who stands near a siren hears it, sees its light, and takes its silence for safety. */
export class SirenReader implements Reader {
  readonly kind = 'siren'
  readonly truth: Truth
  readonly #unit: SimulatedDevice
  /** A siren without power or network is not tested here: its place is then shown as not protected. */
  isOn = true

  constructor(truth: Truth, unit: SimulatedDevice) {
    this.truth = truth
    this.#unit = unit
  }

  believes(): Belief {
    const { dangers } = this.#unit.memory().kept
    const newest = dangers.at(-1)
    return newest && !newest.isOver ? 'danger' : 'clear'
  }
}
