import type { Config } from '#server/config'
import { createOutside, type AskOutside } from '#server/platform/outside/index'
import type { InformacastDeps } from '#server/rooms/integrations/index'
import { createSimulatedInformacast } from '#simulator/informacast'

const usualUrl = 'https://api.icmobile.singlewire.com/api'

/** Simulates a provider that responds without a network, and reaches no one. */
function askSimulated(baseUrl: string): AskOutside {
  const provider = createSimulatedInformacast()
  return async ({ url, method = 'POST', headers, body }) => {
    const { status, body: answer } = provider.answer({
      method,
      path: url.slice(baseUrl.length),
      authorization: headers['authorization'],
      body: body?.toString() ?? '',
    })
    const bytes = Buffer.from(JSON.stringify(answer))
    return { status, retryAfter: null, contentType: 'application/json', etag: null, body: bytes }
  }
}

/** Returns how to reach InformaCast, which is simulated in the demo unless another one is configured. */
export function informacastOf(
  config: Pick<Config, 'demo' | 'informacastUrl' | 'allowedNetworks'>,
): InformacastDeps['informacast'] {
  const url = (config.informacastUrl ?? usualUrl).replace(/\/+$/, '')
  const simulated = config.demo && config.informacastUrl === undefined
  return { url, simulated, ask: simulated ? askSimulated(url) : createOutside(config).ask }
}
