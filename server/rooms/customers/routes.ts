import {
  getBanner,
  getCustomer,
  getProvider,
  getSupport,
  listCustomers as listCustomersCall,
  listPeopleOfCustomer,
  readAudit,
  setBanner as setBannerCall,
  type Customer,
} from '#contract/people/customers'
import { flagsOf, isPermission } from '#domain/access/permissions'
import { readActs, recordAudit } from '#server/platform/audit'
import { reachOf, type Caller } from '#server/platform/http/caller'
import { assertNotOvertaken } from '#server/platform/http/overtaken'
import { notFound } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import { safeHtml } from '#server/platform/safe-html'
import type { Providers } from '#domain/notifications/reachability'
import type { Db } from '#server/platform/store/index'
import { listUsers, wireUser } from '#server/rooms/users/index'
import {
  findBanner,
  findCustomer,
  listCustomerRows,
  seizeCustomer,
  saveBanner,
  type CustomerRow,
} from './store.ts'

function wireCustomer(row: CustomerRow): Customer {
  const permissions = row.permissions.filter(isPermission)
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    companyType: row.company_type,
    banner: safeBanner(row.banner),
    liveStreamMinutes: row.live_stream_minutes,
    created: row.created_at.toISOString(),
    permissions,
    featureFlags: flagsOf(permissions),
    version: row.version,
  }
}

export interface CustomerRoutesDeps {
  readonly db: Db
  /** The channels that have a provider. */
  readonly providers: Providers
  /** Support contacts, documents, and the name of this server's operator. */
  readonly config: {
    readonly supportEmail: string | undefined
    readonly supportPhone: string | undefined
    readonly helpUrl: string
    readonly hardwareUrl: string
    readonly providerUrl: string | undefined
  }
}

/** Allows a small subset of HTML. Banners stored before that rule are sanitized on output. */
function safeBanner(banner: string | null): string | null {
  return banner === null ? null : safeHtml(banner).trim() || null
}

export function customerRoutes({ db, config, providers }: CustomerRoutesDeps): Served[] {
  async function customerFor(caller: Caller, id: number): Promise<CustomerRow> {
    const row = await findCustomer(db, reachOf(caller), id)
    if (!row) throw notFound('This customer')
    return row
  }

  return [
    serve(getCustomer, async ({ caller, params }) =>
      wireCustomer(await customerFor(caller, params.customerId)),
    ),

    serve(getBanner, async ({ caller, params }) => {
      const found = await findBanner(db, reachOf(caller), params.customerId)
      if (!found) throw notFound('This customer')
      return safeBanner(found.banner)
    }),

    serve(getSupport, async () => ({
      email: config.supportEmail ?? null,
      phone: config.supportPhone ?? null,
      helpUrl: config.helpUrl,
      hardwareUrl: config.hardwareUrl,
    })),

    serve(getProvider, async () => ({ siteUrl: config.providerUrl ?? null })),

    serve(setBannerCall, async ({ caller, params, body, now, requestId }) => {
      const banner = safeBanner(body.banner)
      await db.transaction().execute(async tx => {
        const customer = await seizeCustomer(tx, reachOf(caller), params.customerId)
        if (!customer) throw notFound('This customer')
        assertNotOvertaken(setBannerCall, body.version, wireCustomer(customer))
        await saveBanner(tx, customer.id, banner)
        await recordAudit(
          tx,
          {
            by: caller,
            customerId: customer.id,
            action: 'banner changed',
            target: `customer ${customer.id}`,
            before: customer.banner,
            after: banner,
            requestId,
          },
          now,
        )
      })
      return banner
    }),

    serve(listCustomersCall, async () =>
      (await listCustomerRows(db, 'system')).map(row => ({ ...wireCustomer(row), people: row.people })),
    ),

    serve(listPeopleOfCustomer, async ({ caller, params }) => {
      const customer = await customerFor(caller, params.customerId)
      return (await listUsers(db, customer.id)).map(row => wireUser(row, providers))
    }),

    serve(readAudit, async ({ caller, query }) => {
      const rows = await readActs(db, reachOf(caller), query)
      return rows.map(row => ({
        id: row.id,
        at: row.at.toISOString(),
        customerId: row.customer_id,
        actor: row.actor,
        actingAs: row.acting_as,
        action: row.action,
        target: row.target,
        reason: row.reason,
        before: row.before,
        after: row.after,
      }))
    }),
  ]
}
