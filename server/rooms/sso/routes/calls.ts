import {
  addSsoDomain,
  confirmSsoDomain,
  deleteSso,
  getSso,
  getSsoSetup,
  removeSsoDomain,
  saveSso,
  verifySsoDomain,
} from '#contract/people/sso'
import { reachOf, type Caller } from '#server/platform/http/caller'
import { badInput, notFound } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import { findCustomer } from '#server/rooms/customers/index'
import { listGroupsOf } from '#server/rooms/groups/index'
import { findWithPassword } from '#server/rooms/identity/index'
import { fullNameOf, listUsers } from '#server/rooms/users/index'
import {
  addDomain,
  confirmDomain,
  removeDomain,
  verifyDomain,
  wireDomain,
  type DomainDeps,
} from '#server/rooms/sso/domains'
import { partyOf } from '#server/rooms/sso/providers'
import { removeConfig, saveConfig, wireConfig, type SaveConfigDeps } from '#server/rooms/sso/save-config'
import { findConfig, listDomains } from '#server/rooms/sso/store/configs'
import { listAttempts } from '#server/rooms/sso/store/visits'

export type SsoRouteDeps = SaveConfigDeps & DomainDeps

const mostFailures = 20

export function ssoRoutes(deps: SsoRouteDeps): Served[] {
  const { db, baseUrl, google } = deps

  /** Finds the named customer, if the caller has access to it. */
  async function customerFor(caller: Caller, id: number) {
    const row = await findCustomer(db, reachOf(caller), id)
    if (!row) throw notFound('This customer')
    return row
  }
  const reached = async (caller: Caller, id: number) => (await customerFor(caller, id)).id

  async function breakGlassChoices(customerId: number) {
    const admins = (await listUsers(db, customerId)).filter(row => row.is_active && row.role === 'Admin')
    const able = await findWithPassword(
      db,
      admins.map(({ id }) => id),
    )
    return admins
      .filter(({ id }) => able.has(id))
      .map(row => ({ id: row.id, fullName: fullNameOf(row), userName: row.user_name }))
  }

  return [
    serve(getSso, async ({ caller, params }) => {
      const row = await findConfig(db, await reached(caller, params.customerId))
      return row ? wireConfig(db, row) : null
    }),

    serve(getSsoSetup, async ({ caller, params }) => {
      const { id: customerId, name: customerName } = await customerFor(caller, params.customerId)
      const failures = await listAttempts(db, customerId, mostFailures)
      return {
        customerName,
        ...partyOf(baseUrl, customerId),
        isGoogleAvailable: google !== undefined,
        groups: await listGroupsOf(db, customerId),
        domains: (await listDomains(db, customerId)).map(wireDomain),
        breakGlassChoices: await breakGlassChoices(customerId),
        failures: failures.map(row => ({
          id: row.id,
          at: row.at.toISOString(),
          email: row.email,
          isTrial: row.is_trial,
          because: row.because,
        })),
      }
    }),

    serve(saveSso, async ({ params, body, ...doing }) => {
      const customerId = await reached(doing.caller, params.customerId)
      if (body.customerId !== customerId)
        throw badInput({ CustomerId: ['does not match the customer in the URL'] })
      return saveConfig(deps, doing, body)
    }),

    serve(deleteSso, async ({ params, ...doing }) => {
      await removeConfig(deps, doing, await reached(doing.caller, params.customerId))
      return null
    }),

    serve(addSsoDomain, async ({ params, body, ...doing }) =>
      addDomain(deps, doing, await reached(doing.caller, params.customerId), body.domain),
    ),
    serve(verifySsoDomain, async ({ params, ...doing }) =>
      verifyDomain(deps, doing, await reached(doing.caller, params.customerId), params.domain),
    ),
    serve(confirmSsoDomain, async ({ params, ...doing }) =>
      confirmDomain(deps, doing, await reached(doing.caller, params.customerId), params.domain),
    ),
    serve(removeSsoDomain, async ({ params, ...doing }) => {
      await removeDomain(deps, doing, await reached(doing.caller, params.customerId), params.domain)
      return null
    }),
  ]
}
