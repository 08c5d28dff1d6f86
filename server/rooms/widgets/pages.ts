import { fillPath } from '#contract/call'
import { embedWidget } from '#contract/messages/widgets'
import { frameAncestors } from '#domain/widgets/allowed-sites'
import { takesGzip } from '#server/platform/http/compress'
import type { LightPages } from '#server/platform/http/light-pages'
import type { MountPages } from '#server/platform/http/server'
import type { WidgetRegister } from './register.ts'

/** A widget's page, as embedded in a frame on a customer's site. */
export function mountWidgetPage(register: Pick<WidgetRegister, 'find'>, pages: LightPages): MountPages {
  return (app, limits) => {
    app.get<{ Params: { key: string } }>('/embed/:key', async (request, reply) => {
      await limits.countMachine(request)
      const known = await register.find(request.params.key)
      // Clients that guess keys are limited by address.
      if (!known) await limits.count(request, undefined)
      return pages.send(reply.code(known ? 200 : 404), takesGzip(request), {
        title: known ? `Weather at ${known.row.location_name}` : 'Weather',
        data: known
          ? {
              kind: 'widget',
              address: fillPath(embedWidget.path, { key: known.row.key }),
              theme: String(known.row.theme),
            }
          : { kind: 'gone' },
        frameAncestors: frameAncestors(known?.row.allowed_sites ?? []),
      })
    })
  }
}
