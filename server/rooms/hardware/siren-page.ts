import { fillPath } from '#contract/call'
import { publicSiren } from '#contract/devices/sirens'
import { squeezedName } from '#domain/widgets/public-names'
import { minuteMs, type Clock } from '#server/platform/clock'
import { takesGzip } from '#server/platform/http/compress'
import { isStorableText } from '#server/platform/http/input'
import type { LightPages } from '#server/platform/http/light-pages'
import type { MountPages } from '#server/platform/http/server'
import type { Db } from '#server/platform/store/index'
import { findCustomerInAddress } from '#server/rooms/customers/index'
import type { SirenRegister } from './siren-register.ts'
import type { SirenRows } from './store/devices.ts'

export interface SirenPageDeps {
  readonly db: Db
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly sirens: Pick<SirenRegister, 'ofCustomer'>
  readonly lightPages: LightPages
}

/** Phones poll every few seconds, and customers rarely change names. */
const customersKeptMs = minuteMs
const mostCustomersKept = 1000

export interface SirenNames {
  readonly customerName: string
  readonly sirenName: string
}

/** Provides a siren's public page, if an administrator has switched it on. */
export function createSirenPage(deps: SirenPageDeps): {
  /** Finds the siren with these names; undefined if it does not exist or its page is off. */
  sirenNamed(names: SirenNames): Promise<SirenRows | undefined>
  readonly pages: MountPages
} {
  const { db, clock, sirens, lightPages } = deps
  const customers = new Map<string, { readonly id: number; readonly atMs: number }>()

  async function customerNamed(name: string): Promise<number | undefined> {
    const squeezed = squeezedName(name)
    const known = customers.get(squeezed)
    if (known && clock.monotonicMs() - known.atMs < customersKeptMs) return known.id
    const found = await findCustomerInAddress(db, 'system', squeezed)
    if (!found) return undefined
    if (customers.size >= mostCustomersKept) customers.clear()
    customers.set(squeezed, { id: found.id, atMs: clock.monotonicMs() })
    return found.id
  }

  /** If the page is off, does not disclose that the siren exists. */
  async function sirenNamed({ customerName, sirenName }: SirenNames): Promise<SirenRows | undefined> {
    if (!isStorableText(customerName)) return undefined
    const customerId = await customerNamed(customerName)
    if (customerId === undefined) return undefined
    const squeezed = squeezedName(sirenName)
    return sirens
      .ofCustomer(customerId)
      .find(({ device, siren }) => siren.is_page_public && squeezedName(device.name) === squeezed)
  }

  return {
    sirenNamed,
    pages: (app, limits) => {
      app.get<{ Params: SirenNames }>('/public/:customerName/:sirenName/Widget', async (request, reply) => {
        await limits.countMachine(request)
        const rows = await sirenNamed(request.params)
        if (!rows) await limits.count(request, undefined)
        return lightPages.send(reply.code(rows ? 200 : 404), takesGzip(request), {
          title: rows ? (rows.device.location_name ?? rows.device.name) : 'Not found',
          data: rows
            ? { kind: 'siren', address: fillPath(publicSiren.path, { ...request.params }) }
            : { kind: 'gone' },
          frameAncestors: "'none'",
        })
      })
    },
  }
}
