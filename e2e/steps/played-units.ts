import { createServer } from 'node:http'
import { createServer as createTcp, type AddressInfo, type Server, type Socket } from 'node:net'

async function listening(server: Server): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Simulates units and makers' services that a server polls: one answer per path. */
export async function playPolled() {
  const answers = new Map<string, () => unknown>()
  const asked = new Map<string, number>()
  const unit = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    const answer = answers.get(path)
    if (!answer) return response.writeHead(404).end()
    asked.set(path, (asked.get(path) ?? 0) + 1)
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer()))
  })
  return {
    address: await listening(unit),
    answer: (path: string, answer: () => unknown) => void answers.set(path, answer),
    asked: (path: string) => asked.get(path) ?? 0,
    stop() {
      unit.closeAllConnections()
      unit.close()
    },
  }
}

/** Simulates a serial server: sends its line on each connection, and again on request. */
export async function playLines(line: () => string) {
  const open = new Set<Socket>()
  let sent = 0
  const send = (socket: Socket) => socket.write(`${line()}\r\n`, () => sent++)
  const server = createTcp(socket => {
    open.add(socket)
    socket.on('error', () => {}) // the other side may close at any time
    socket.on('close', () => open.delete(socket))
    send(socket)
  })
  return {
    address: await listening(server),
    send: () => open.forEach(send),
    sent: () => sent,
    stop() {
      open.forEach(socket => socket.destroy())
      server.close()
    },
  }
}
