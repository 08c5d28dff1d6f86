import { randomBytes } from 'node:crypto'
import type { Input } from '#contract/call'
import {
  updateWidget as updateWidgetCall,
  type createWidget,
  type updateWidget as updateCall,
  type Widget,
} from '#contract/messages/widgets'
import { siteFrom } from '#domain/widgets/allowed-sites'
import { mostWidgets, widgetFaults, widgetTexts } from '#domain/widgets/widget'
import type { Facts } from '#server/facts'
import { recordAudit } from '#server/platform/audit'
import type { Changes, AppendFact } from '#server/platform/changes/index'
import type { Doing } from '#server/platform/http/ask'
import { reachOf, type Caller } from '#server/platform/http/caller'
import { assertNotOvertaken } from '#server/platform/http/overtaken'
import { badInput, notFound, serverRefusal, type FieldErrors } from '#server/platform/http/problems'
import type { Db, Tx } from '#server/platform/store/index'
import { holdGroup } from '#server/rooms/groups/index'
import { findOrganizationLocation } from '#server/rooms/locations/index'
import { countingFor, listPolicyRows } from '#server/rooms/policies/index'
import { customerBuiltFor, isWidgetSeenBy } from './reach.ts'
import {
  countWidgetsAlone,
  deleteWidgetRow,
  findWidget,
  holdWidget,
  insertWidget,
  updateWidgetRow,
  type WidgetChange,
  type WidgetRow,
} from './store.ts'
import { safeMessage, wireWidget } from './wire.ts'

export interface SaveRoom {
  readonly db: Db
  readonly changes: Pick<Changes<Facts>, 'commit'>
  readonly baseUrl: string
  /** Whether a station is one of the customer's own. */
  readonly isStationOf: (customerId: number, stationId: number) => boolean
}

type Wish = Omit<Input<typeof createWidget, 'body'>, 'customerId'>
type Changed = Input<typeof updateCall, 'body'>

const keyBytes = 16

export const widgetAuditName = ({ id, name }: Pick<WidgetRow, 'id' | 'name'>) => `${name} (widget ${id})`

function appendWidgetChanged(appendFact: AppendFact<Facts>, customerId: number, widgetId: number): void {
  appendFact('widget changed', { customerId, subject: `widget ${widgetId}`, body: { widgetId } })
}

function sitesFrom(texts: readonly string[], errors: FieldErrors): string[] {
  const sites = texts.filter(text => text.trim() !== '').map(text => [text, siteFrom(text)] as const)
  const wrong = sites.find(([, site]) => site === null)
  if (wrong) errors['AllowedSites'] = [`has ${wrong[0].trim()}, which is not the address of a website`]
  return [...new Set(sites.flatMap(([, site]) => site ?? []))]
}

/** Validates a request against the customer's data and returns it as stored; throws with its errors. */
export async function judged(
  tx: Tx,
  room: Pick<SaveRoom, 'isStationOf'>,
  caller: Caller,
  customerId: number,
  request: Wish,
): Promise<{ kept: WidgetChange & { readonly user_group_id: number }; place: WidgetPlace }> {
  const errors: FieldErrors = {}
  const allowed = sitesFrom(request.allowedSites, errors)
  const group = await holdGroup(tx, customerId, request.policyGroupId)
  const policies = group ? countingFor(await listPolicyRows(tx, customerId), group.id) : []
  const faults = widgetFaults(
    { ...request, policyGroupId: group?.id ?? null },
    policies.some(({ type }) => type === 'LR1'),
  )
  for (const [field, fault] of Object.entries(faults)) errors[field] = [fault]
  if (group && !isWidgetSeenBy(caller, { user_group_id: group.id }))
    errors['PolicyGroupId'] = [widgetTexts.group]
  const place = await findOrganizationLocation(tx, customerId, request.orgLocId)
  if (!place) errors['OrgLocId'] = [widgetTexts.location]
  const { weatherStationId: stationId } = request
  if (stationId !== null && !room.isStationOf(customerId, stationId))
    errors['WeatherStationId'] = ['is not a station of this customer']
  if (Object.keys(errors).length > 0 || !place || !group) throw badInput(errors)
  return {
    place: { location_name: place.name, latitude: place.latitude, longitude: place.longitude },
    kept: {
      name: request.name,
      organization_location_id: place.id,
      theme: request.theme,
      type: request.type,
      primary_condition: request.primaryCondition,
      conditions: [...request.widgetConditions],
      forecasts: JSON.stringify(request.widgetForecasts),
      user_group_id: group.id,
      header_message: safeMessage(request.headerMessage),
      header_message_expires_at:
        request.headerMessageExpiration === null ? null : new Date(request.headerMessageExpiration),
      station_id: stationId,
      primary_threshold: request.primaryThreshold,
      width: request.width,
      allowed_sites: allowed,
    },
  }
}

export type WidgetPlace = Pick<WidgetRow, 'location_name' | 'latitude' | 'longitude'>

async function savedWidget(tx: Tx, { baseUrl }: SaveRoom, customerId: number, id: number): Promise<Widget> {
  const row = await findWidget(tx, customerId, id)
  if (!row) throw notFound('This widget')
  return wireWidget(row, await listPolicyRows(tx, customerId), baseUrl)
}

export async function addWidget(
  room: SaveRoom,
  { caller, now, requestId }: Doing,
  { customerId, ...request }: Input<typeof createWidget, 'body'>,
): Promise<Widget> {
  await customerBuiltFor(room.db, caller, customerId)
  return room.changes.commit(async (tx, appendFact) => {
    if ((await countWidgetsAlone(tx, customerId)) >= mostWidgets)
      throw serverRefusal(`There are already ${mostWidgets} widgets. Delete one that you no longer need.`)
    const { kept } = await judged(tx, room, caller, customerId, request)
    const id = await insertWidget(tx, {
      ...(kept as Parameters<typeof insertWidget>[1]),
      customer_id: customerId,
      key: randomBytes(keyBytes).toString('base64url'),
      // The creator may be support staff from another customer, and may leave someday.
      creator_id: caller.id,
      created_at: now,
      updated_at: now,
    })
    const after = await savedWidget(tx, room, customerId, id)
    const act = { by: caller, customerId, requestId, target: widgetAuditName(after) }
    await recordAudit(tx, { ...act, action: 'widget added', after: onRecord(after) }, now)
    appendWidgetChanged(appendFact, customerId, id)
    return after
  })
}

export function changeWidget(
  room: SaveRoom,
  { caller, now, requestId }: Doing,
  id: number,
  { version, ...request }: Changed,
): Promise<Widget> {
  return room.changes.commit(async (tx, appendFact) => {
    const row = await heldBy(tx, caller, id)
    const { customer_id: customerId } = row
    const before = wireWidget(row, await listPolicyRows(tx, customerId), room.baseUrl)
    assertNotOvertaken(updateWidgetCall, version, before)
    const { kept } = await judged(tx, room, caller, customerId, request)
    await updateWidgetRow(tx, customerId, id, { ...kept, updated_at: now })
    const after = await savedWidget(tx, room, customerId, id)
    const act = { by: caller, customerId, requestId, target: widgetAuditName(before) }
    const change = { before: onRecord(before), after: onRecord(after) }
    await recordAudit(tx, { ...act, ...change, action: 'widget changed' }, now)
    appendWidgetChanged(appendFact, customerId, id)
    return after
  })
}

export async function removeWidget(
  room: SaveRoom,
  { caller, now, requestId }: Doing,
  id: number,
): Promise<void> {
  await room.changes.commit(async (tx, appendFact) => {
    const row = await heldBy(tx, caller, id)
    const { customer_id: customerId } = row
    await deleteWidgetRow(tx, customerId, id)
    const act = { by: caller, customerId, requestId, target: widgetAuditName(row) }
    const before = onRecord(wireWidget(row, [], room.baseUrl))
    await recordAudit(tx, { ...act, action: 'widget deleted', before }, now)
    appendWidgetChanged(appendFact, customerId, id)
  })
}

async function heldBy(tx: Tx, caller: Caller, id: number): Promise<WidgetRow> {
  const row = await holdWidget(tx, reachOf(caller), id)
  if (!row || !isWidgetSeenBy(caller, row)) throw notFound('This widget')
  return row
}

/** What the audit log records: the settings, without the values derived from policies. */
function onRecord({ policies: _policies, embedUrl: _embedUrl, version: _version, ...settings }: Widget) {
  return settings
}
