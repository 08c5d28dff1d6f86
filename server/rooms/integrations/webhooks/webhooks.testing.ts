import type { EventType } from '#domain/integrations/place-event'
import type { PlaceLightning } from '#domain/lightning/reader-answer'
import { later, minuteMs } from '#server/platform/clock'
import { middleOfADay, shiftedClock, type ShiftedClock } from '#server/platform/clock.testing'
import { soleLeader, type TestLeadership } from '#server/platform/leadership/testing'
import { silentLog } from '#server/platform/log'
import { createOutside, type AskOutside } from '#server/platform/outside/index'
import { createSecrets } from '#server/platform/secrets'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { insertCustomer } from '#server/rooms/customers/index'
import { insertOrganizationLocation } from '#server/rooms/locations/index'
import { insertEvent, lastEvents, type PlaceEventRow } from '#server/rooms/integrations/store'
import type { Notice } from '#server/rooms/integrations/notify-admins'
import { insertWebhookDeliveries, listWebhookDeliveryRows, type LoggedDelivery } from './store/deliveries.ts'
import { createWebhookDispatch, type WebhookDispatch, type WebhookDispatchDeps } from './engine.ts'
import { findEndpoint, insertEndpoint, updateEndpoint, type EndpointRow } from './store/endpoints.ts'
import { queueEvents } from './queue-events.ts'
import { makeSecret } from './signing.ts'

const quiet = 'No lightning inside any ring for the whole all-clear time'

export const allEvents: EventType[] = ['DELAY', 'ALL_CLEAR', 'WARNING', 'CLEAR', 'ADVISORY', 'UNKNOWN']

/** Webhooks on a real database, with places whose state the test controls. */
export class WebhookWorld {
  readonly store: TestStore
  readonly clock: ShiftedClock = shiftedClock(middleOfADay)
  readonly secrets = createSecrets('a secret that is used by tests alone')
  readonly notices: Notice[] = []
  readonly keeping: TestLeadership
  readonly customerId: number
  readonly placeIds: readonly number[]
  lightning: PlaceLightning = { state: 'AllClear' }

  private constructor(store: TestStore, keeping: TestLeadership, customerId: number, placeIds: number[]) {
    this.store = store
    this.keeping = keeping
    this.customerId = customerId
    this.placeIds = placeIds
  }

  static async open(): Promise<WebhookWorld> {
    const store = await freshStore()
    const clock = shiftedClock(middleOfADay)
    const keeping = await soleLeader(store.db, clock)
    const { customerId, placeIds } = await store.db.transaction().execute(async tx => {
      const now = clock.now()
      const customer = await insertCustomer(tx, { name: 'One', companyType: '', permissions: [] }, now)
      const ids: number[] = []
      for (const name of ['Stadium', 'Pool']) {
        const place = { customer_id: customer, name, address: '', latitude: 35, longitude: -97 }
        const profiles = { risk_profile_id: null, work_rest_profile_id: null }
        const row = await insertOrganizationLocation(tx, {
          ...place,
          ...profiles,
          created_at: now,
          updated_at: now,
        })
        ids.push(row.id)
      }
      return { customerId: customer, placeIds: ids }
    })
    return new WebhookWorld(store, keeping, customerId, placeIds)
  }

  get place(): number {
    return this.placeIds[0] ?? 0
  }

  async endpoint(url: string): Promise<EndpointRow & { readonly secret: string }> {
    const secret = makeSecret()
    const row = await this.store.db.transaction().execute(tx =>
      insertEndpoint(tx, {
        customer_id: this.customerId,
        name: 'A receiver',
        url,
        events: allEvents,
        organization_location_ids: null,
        sealed_secret: this.secrets.seal(secret),
        created_at: this.clock.now(),
      }),
    )
    return { ...row, secret }
  }

  /** Rotates the secret as the API does. */
  async rotate(id: number): Promise<string> {
    const secret = makeSecret()
    await this.store.db.transaction().execute(async tx => {
      const before = await findEndpoint(tx, this.customerId, id)
      await updateEndpoint(tx, this.customerId, id, {
        sealed_secret: this.secrets.seal(secret),
        previous_sealed_secret: before?.sealed_secret ?? null,
        previous_until: later(this.clock.now(), 24 * 60 * minuteMs),
        updated_at: this.clock.now(),
      })
    })
    return secret
  }

  /** Creates and queues the next event on a topic at a place. */
  say(
    type: EventType,
    place = this.place,
    holdsMs: number | null = null,
    topic = 'lightning',
  ): Promise<PlaceEventRow> {
    const now = this.clock.now()
    return this.store.db.transaction().execute(async tx => {
      const last = (await lastEvents(tx, 'system', [place])).find(each => each.topic === topic)
      const row = await insertEvent(
        tx,
        {
          customer_id: this.customerId,
          organization_location_id: place,
          topic,
          type,
          is_baseline: false,
          at: now,
          holds_until: holdsMs === null ? null : later(now, holdsMs),
          // An All Clear is sent only as long as its words are true.
          because: type === 'ALL_CLEAR' ? quiet : 'A test says so',
          details: { locationName: 'Stadium', latitude: 35, longitude: -97 },
          simulated: false,
          fact: null,
        },
        (last?.sequence ?? 0) + 1,
      )
      if (!row) throw new Error('The word was said before')
      await queueEvents(tx, [row], now)
      return row
    })
  }

  /** Queues what a person sends to test an endpoint. */
  test(endpointId: number): Promise<void> {
    const about = { event_id: null, organization_location_id: null, topic: null, message_id: 'test_1' }
    const test = {
      customer_id: this.customerId,
      endpoint_id: endpointId,
      kind: 'test',
      type: 'TEST',
    } as const
    return this.store.db
      .transaction()
      .execute(tx => insertWebhookDeliveries(tx, [{ ...test, ...about }], this.clock.now()))
  }

  dispatch(
    parts: Partial<WebhookDispatchDeps> = {},
    ask: AskOutside = createOutside({ allowedNetworks: ['127.0.0.0/8'] }).ask,
  ): WebhookDispatch {
    return createWebhookDispatch({
      db: this.store.db,
      clock: this.clock,
      log: silentLog,
      secrets: this.secrets,
      leadership: this.keeping.leadership,
      places: { lightningAt: () => this.lightning },
      notifyAdmins: async (_tx, notice) => void this.notices.push(notice),
      baseUrl: 'http://localhost:8080',
      chance: () => 0,
      askFor: () => ask,
      ...parts,
    })
  }

  /** Sends due deliveries and waits for the results. */
  async send(ask?: AskOutside): Promise<void> {
    const dispatch = this.dispatch({}, ask)
    await dispatch.fill()
    await dispatch.idle()
  }

  log(endpointId: number): Promise<LoggedDelivery[]> {
    const page = { before: undefined, count: 100 }
    return listWebhookDeliveryRows(this.store.db, this.customerId, endpointId, page)
  }

  async states(endpointId: number): Promise<string[]> {
    return (await this.log(endpointId)).toReversed().map(({ type, state }) => `${type} ${state}`)
  }
}
