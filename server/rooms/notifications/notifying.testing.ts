import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { RoleName } from '#domain/access/roles'
import type { PlaceRing } from '#domain/lightning/reader-answer'
import type { RingState } from '#domain/lightning/ring'
import type { AlertTime } from '#domain/alert-times/alert-times'
import type { Facts } from '#server/facts'
import { consumeFacts } from '#server/platform/changes/index'
import { dayMs, later, minuteMs } from '#server/platform/clock'
import { silentLog } from '#server/platform/log'
import { middleOfADay, shiftedClock, type ShiftedClock } from '#server/platform/clock.testing'
import { soleLeader, type TestLeadership } from '#server/platform/leadership/testing'
import { createSecrets, type Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import { freshStore } from '#server/platform/store/testing'
import { insertCustomer } from '#server/rooms/customers/index'
import { insertGroup } from '#server/rooms/groups/index'
import { closeDelays, extendDelays, insertDelays } from '#server/rooms/lightning/index'
import { insertLocation, type LocationRings } from '#server/rooms/locations/index'
import { insertUser, type UserRow } from '#server/rooms/users/index'
import { backUpSilentPushes, repeatUnheard } from './push/back-up-pushes.ts'
import { storeOnlyChannel } from './channels/channel.ts'
import { createDispatch, type DispatchDeps } from './engine.ts'
import { listDeliveries, type DeliveryRow } from './store/deliveries.ts'
import { notifyLate, notifyProvenClear } from './notify-late.ts'
import { notifyAboutFacts } from './notify.ts'
import { listConcerns } from './store/notifications.ts'

export interface NotifiedPerson {
  readonly id: string
  readonly email: string
  readonly locationId: number
}

type PersonColumns = Partial<
  Pick<
    UserRow,
    | 'phone_number'
    | 'sms_notifications'
    | 'email_notifications'
    | 'declines_notifications'
    | 'opt_out_forecast'
    | 'proactive_forecast_notification'
    | 'time_zone'
    | 'is_active'
    | 'email'
    | 'outer_ring_notification'
  >
>

/** Sends everything that is due, and waits for the results. */
export async function sendDue(deps: DispatchDeps): Promise<void> {
  const dispatch = createDispatch(deps)
  await dispatch.fill()
  await dispatch.idle()
}

export const unknownState: RingState = {
  state: 'Unknown',
  because: 'feed silent',
  sinceMs: null,
  earliestClearMs: null,
}

export const bySatellite: RingState = {
  state: 'AllClear',
  because: 'proven quiet',
  provenThroughMs: 0,
  satelliteOnly: true,
}

/** People, their places, and delays there, on a real database: everything the notification engine uses. */
export class NotifyingWorld {
  readonly db: Db
  readonly clock: ShiftedClock
  keeping: TestLeadership
  readonly secrets: Secrets = createSecrets('a secret that is used by tests alone')
  readonly customerId: number
  readonly groupId: number
  places: LocationRings[] = []
  /** The states of rings that are neither in delay nor clear by the network, by location and ring. */
  readonly sky = new Map<string, RingState>()
  /** When the delays of rings end that are running, by location and ring. */
  readonly #endsMs = new Map<string, number>()

  private constructor(parts: {
    db: Db
    clock: ShiftedClock
    keeping: TestLeadership
    customerId: number
    groupId: number
  }) {
    this.db = parts.db
    this.clock = parts.clock
    this.keeping = parts.keeping
    this.customerId = parts.customerId
    this.groupId = parts.groupId
  }

  /** Sends everything that is due, and waits for the results. Channels that are not given keep their messages. */
  send(channels: Partial<DispatchDeps['channels']> = {}): Promise<void> {
    return sendDue({
      db: this.db,
      clock: this.clock,
      secrets: this.secrets,
      leadership: this.keeping.leadership,
      channels: { email: storeOnlyChannel, sms: storeOnlyChannel, push: storeOnlyChannel, ...channels },
      chance: () => 0,
      ringsAt: this.ringsAt,
    })
  }

  /** The states of a location's rings, as the lightning engine has them. */
  readonly ringsAt = (locationId: number): readonly PlaceRing[] =>
    ([1, 2] as const).map(ring => ({ ring, state: this.#stateOf(`${locationId} ${ring}`) }))

  #stateOf(key: string): RingState {
    const endsMs = this.#endsMs.get(key)
    const nowMs = this.clock.now().getTime()
    if (endsMs !== undefined && endsMs > nowMs)
      return { state: 'Delay', because: 'strike', lastStrikeMs: endsMs - 30 * minuteMs, endsMs, stale: false }
    const quiet = { state: 'AllClear', because: 'proven quiet', provenThroughMs: nowMs } as const
    return this.sky.get(key) ?? quiet
  }

  static async open(db: Db, clock: ShiftedClock, alertTimes?: readonly AlertTime[]): Promise<NotifyingWorld> {
    const leader = await soleLeader(db, clock)
    const ids = await db.transaction().execute(async tx => {
      const customer = { name: 'One', companyType: '', permissions: [] }
      const customerId = await insertCustomer(tx, customer, clock.now())
      return { customerId, groupId: await insertGroup(tx, customerId, 'Grounds', clock.now(), alertTimes) }
    })
    const world = new NotifyingWorld({ db, clock, keeping: leader, ...ids })
    await world.tell() // a new consumer begins with the next fact
    return world
  }

  async person(columns: PersonColumns = {}, role: RoleName = 'Customer', flags = 0): Promise<NotifiedPerson> {
    const id = randomUUID()
    const now = this.clock.now()
    const email = `${id}@one.test`
    const locationId = await this.db.transaction().execute(async tx => {
      await insertUser(tx, {
        id,
        customer_id: this.customerId,
        user_group_id: this.groupId,
        user_name: id,
        first_name: 'One',
        last_name: '',
        email,
        phone_number: null,
        role,
        permissions: [],
        time_zone: 'CST',
        is_active: true,
        declines_notifications: false,
        created_at: now,
        activated_at: now,
        ...columns,
      })
      const location = await insertLocation(tx, {
        customer_id: this.customerId,
        user_id: id,
        organization_location_id: null,
        label: 'Stadium',
        address: '',
        latitude: 35.2,
        longitude: -97.4,
        radius1: 8,
        radius2: 16,
        radius3: 0,
        radius4: 0,
        all_clear_minutes: 30,
        flags,
        forecast_location: false,
        is_given: false,
        created_at: now,
        updated_at: now,
      })
      return location.id
    })
    this.places.push({
      id: locationId,
      customerId: this.customerId,
      userId: id,
      label: 'Stadium',
      latitude: 35.2,
      longitude: -97.4,
      radiiMiles: [8, 16, 0, 0],
      allClearMinutes: 30,
    })
    return { id, email, locationId }
  }

  /** Creates a session for a person, as signing in does. */
  async signIn(userId: string): Promise<string> {
    const uid = randomUUID()
    await sql`
      insert into oidc_records (model, id, payload, uid, account_id, expires_at)
      values ('Session', ${uid}, '{}', ${uid}, ${userId}, ${later(this.clock.now(), 14 * dayMs)})`.execute(
      this.db,
    )
    return uid
  }

  #factOf(person: NotifiedPerson, delayId: number, ring: 1 | 2 | 3 | 4) {
    const body = { delayId, locationId: person.locationId, userId: person.id, ring }
    return { customerId: this.customerId, subject: `location ${person.locationId}`, body }
  }

  /** Simulates a strike in a ring that was clear. A strike in the past arrives late. */
  async open(
    person: NotifiedPerson,
    ring: 1 | 2 = 1,
    struckAt: Date = this.clock.now(),
    strike?: { readonly distanceMiles: number; readonly bearingDegrees: number },
  ): Promise<number> {
    const endsAt = later(struckAt, 30 * minuteMs)
    this.#endsMs.set(`${person.locationId} ${ring}`, endsAt.getTime())
    return this.keeping.changes.commit(async (tx, appendFact) => {
      const delay = {
        customer_id: this.customerId,
        user_id: person.id,
        location_id: person.locationId,
        location_label: 'Stadium',
        ring,
        radius_miles: ring * 8,
        all_clear_minutes: 30,
        opened_at: struckAt,
        ends_at: endsAt,
        strikes: 1,
        simulated: false,
      }
      const [{ id } = { id: 0 }] = await insertDelays(tx, [delay])
      if (strike)
        await sql`
          insert into delay_evidence (delay_id, number, at, kind, facts, previous_hash, hash)
          values (${id}, 1, ${struckAt}, 'opened', ${JSON.stringify({ strike })}::jsonb, '', '')`.execute(tx)
      const { body, ...about } = this.#factOf(person, id, ring)
      appendFact('delay opened', { ...about, body: { ...body, endsAt: endsAt.toISOString() } })
      return id
    })
  }

  extend(person: NotifiedPerson, delayId: number, ring: 1 | 2 = 1): Promise<void> {
    const endsAt = later(this.clock.now(), 30 * minuteMs)
    this.#endsMs.set(`${person.locationId} ${ring}`, endsAt.getTime())
    return this.keeping.changes.commit(async (tx, appendFact) => {
      await extendDelays(tx, 'system', [{ id: delayId, endsAt, more: 1 }])
      const { body, ...about } = this.#factOf(person, delayId, ring)
      appendFact('delay extended', { ...about, body: { ...body, endsAt: endsAt.toISOString(), strikes: 1 } })
    })
  }

  end(person: NotifiedPerson, delayId: number, because = 'All Clear', ring: 1 | 2 = 1): Promise<void> {
    this.#endsMs.delete(`${person.locationId} ${ring}`)
    return this.keeping.changes.commit(async (tx, appendFact) => {
      await closeDelays(tx, 'system', [delayId], this.clock.now())
      const { body, ...about } = this.#factOf(person, delayId, ring)
      appendFact('delay ended', { ...about, body: { ...body, isAllClear: because === 'All Clear' }, because })
    })
  }

  unproven(person: NotifiedPerson, delayId: number, ring: 1 | 2 = 1): Promise<void> {
    return this.keeping.changes.commit(async (_tx, appendFact) => {
      appendFact('delay unproven', { ...this.#factOf(person, delayId, ring), because: 'No data' })
    })
  }

  /** Makes another process the leader. */
  async takeOver(): Promise<void> {
    this.keeping = await soleLeader(this.db, this.clock)
  }

  /** Runs the engine's once-a-minute task. */
  tellLate(): Promise<number> {
    return this.keeping.leadership.commit(tx => notifyLate(tx, this.#deps(), this.clock.now()))
  }

  /** Runs the engine's look for people who still expect lightning. */
  tellProvenClear(): Promise<number> {
    return this.keeping.leadership.commit(tx => notifyProvenClear(tx, this.#deps(), this.clock.now()))
  }

  /** Runs the engine's look for ends without a receipt. */
  repeat(): Promise<number> {
    return this.keeping.leadership.commit(tx => repeatUnheard(tx, this.clock.now()))
  }

  /** Runs the engine's check for pushes that no browser has shown. */
  backUp(canText = true): Promise<number> {
    return this.keeping.leadership.commit(tx => backUpSilentPushes(tx, { canText }, this.clock.now()))
  }

  #deps() {
    const { secrets, ringsAt } = this
    return { secrets, sources: { places: () => this.places, isSimulated: () => false, ringsAt } }
  }

  /** Runs the engine once. `dies` simulates a process that is killed before its transaction ends. */
  tell({ dies = false } = {}): Promise<void> {
    const { clock } = this
    return consumeFacts<Facts>({
      reader: 'notifications',
      clock,
      log: silentLog,
      keep: work => this.keeping.leadership.commit(work),
      act: async (tx, facts) => {
        await notifyAboutFacts(tx, facts, this.#deps(), clock.now())
        if (dies) throw new Error('killed')
      },
    })
  }

  /** Returns everything that concerned a person, oldest first. */
  async concerns(person: NotifiedPerson) {
    return (await listConcerns(this.db, 'system', person.id, { count: 100 })).toReversed()
  }

  /** Returns a person's outbox, oldest first. */
  async deliveries(person: NotifiedPerson): Promise<DeliveryRow[]> {
    const all = await listDeliveries(this.db, 'system', { count: 1000 })
    return all.filter(({ user_id }) => user_id === person.id).toReversed()
  }
}

/** Opens a world with its own database, in the middle of a day. */
export async function openNotifyingWorld() {
  const store = await freshStore()
  const clock = shiftedClock(middleOfADay)
  return { store, clock, world: await NotifyingWorld.open(store.db, clock) }
}
