import {
  createWidget,
  deleteWidget,
  embedWidget,
  getWidget,
  listAllWidgets,
  listWidgetsOfCustomer,
  previewWidget,
  shareWidget as shareCall,
  updateWidget,
  widgetChoices,
} from '#contract/messages/widgets'
import { notFound } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import { listGroupsOf } from '#server/rooms/groups/index'
import { listOrganizationLocationRows } from '#server/rooms/locations/index'
import { countingFor, listPolicyRows } from '#server/rooms/policies/index'
import type { Embeds } from './embeds.ts'
import { customerBuiltFor, isWidgetSeenBy, widgetSeenBy } from './reach.ts'
import type { WidgetLook, WidgetRegister } from './register.ts'
import { addWidget, changeWidget, judged, removeWidget, type SaveRoom } from './save-widget.ts'
import { shareWidget, type ShareRoom } from './share-widget.ts'
import { listWidgets, type WidgetRow } from './store.ts'
import { wireWidget, wireWidgetPolicy } from './wire.ts'

export interface WidgetRouteDeps extends SaveRoom, ShareRoom {
  readonly register: Pick<WidgetRegister, 'find'>
  readonly embeds: Pick<Embeds, 'dataOf' | 'previewOf'>
  readonly stationsOf: (
    customerId: number,
  ) => readonly { readonly id: number; readonly name: string; readonly hasImage: boolean }[]
}

export function widgetRoutes(deps: WidgetRouteDeps): Served[] {
  const { db, baseUrl, register, embeds } = deps

  async function wired(rows: readonly WidgetRow[]) {
    const customers = [...new Set(rows.map(row => row.customer_id))]
    const policies = new Map(
      await Promise.all(customers.map(async id => [id, await listPolicyRows(db, id)] as const)),
    )
    return rows.map(row => wireWidget(row, policies.get(row.customer_id) ?? [], baseUrl))
  }

  return [
    serve(listWidgetsOfCustomer, async ({ caller, params }) => {
      const { id } = await customerBuiltFor(db, caller, params.customerId)
      return wired((await listWidgets(db, id)).filter(row => isWidgetSeenBy(caller, row)))
    }),

    serve(listAllWidgets, async () => wired(await listWidgets(db, 'system'))),

    serve(getWidget, async ({ caller, params }) => {
      const row = await widgetSeenBy(db, caller, params.id)
      return wireWidget(row, await listPolicyRows(db, row.customer_id), baseUrl)
    }),

    serve(createWidget, ({ body, ...doing }) => addWidget(deps, doing, body)),
    serve(updateWidget, ({ body, params, ...doing }) => changeWidget(deps, doing, params.id, body)),
    serve(deleteWidget, async ({ params, ...doing }) => {
      await removeWidget(deps, doing, params.id)
      return null
    }),
    serve(shareCall, ({ body, ...doing }) => shareWidget(deps, doing, body)),

    serve(widgetChoices, async ({ caller, params }) => {
      const customer = await customerBuiltFor(db, caller, params.customerId)
      const policies = await listPolicyRows(db, customer.id)
      const groups = await listGroupsOf(db, customer.id)
      const locations = await listOrganizationLocationRows(db, customer.id)
      return {
        customerName: customer.name,
        locations: locations.map(({ id, name }) => ({ id, name })),
        groups: groups
          .filter(({ id }) => isWidgetSeenBy(caller, { user_group_id: id }))
          .map(({ id, name }) => ({
            id,
            name,
            policies: countingFor(policies, id).map(wireWidgetPolicy),
          })),
        stations: deps.stationsOf(customer.id).map(station => ({ ...station })),
      }
    }),

    serve(previewWidget, async ({ caller, body: { customerId, ...request } }) => {
      await customerBuiltFor(db, caller, customerId)
      // A name is required only when the widget is saved.
      const named = { ...request, name: request.name.trim() || 'New widget' }
      const { kept, place } = await db
        .transaction()
        .execute(tx => judged(tx, deps, caller, customerId, named))
      const look = { ...kept, ...place, customer_id: customerId, forecasts: request.widgetForecasts }
      return embeds.previewOf(look as WidgetLook)
    }),

    serve(embedWidget, async ({ params }) => {
      const known = await register.find(params.key)
      if (!known) throw notFound('This widget')
      return embeds.dataOf(known)
    }),
  ]
}
