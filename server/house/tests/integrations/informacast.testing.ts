import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createSimulatedInformacast,
  type SimulatedInformacast,
  type SimulatedInformacastOptions,
} from '#simulator/informacast'

/** A simulated InformaCast behind a real HTTP server. */
export interface InformacastServer extends SimulatedInformacast {
  readonly url: string
  /** Every request, without its token. */
  readonly asked: string[]
  /** Replaces the response to triggers from now on; null responds normally. */
  misbehave: ((response: ServerResponse, trigger: () => void) => void) | null
  close(): Promise<void>
}

export async function startInformacast(
  options: SimulatedInformacastOptions = {},
): Promise<InformacastServer> {
  const provider = createSimulatedInformacast(options)
  const asked: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = (request.url ?? '').replace(/^\/api/, '')
      const method = request.method ?? 'GET'
      asked.push(`${method} ${path}`)
      const { authorization } = request.headers
      const answer = () =>
        provider.answer({ method, path, authorization, body: Buffer.concat(chunks).toString() })
      if (method === 'POST' && self.misbehave) return self.misbehave(response, () => void answer())
      const { status, headers, body } = answer()
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const self: InformacastServer = {
    ...provider,
    url: `http://127.0.0.1:${port}/api`,
    asked,
    misbehave: null,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return self
}
