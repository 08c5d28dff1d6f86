import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { deviceChannels, topicOf } from '#contract/devices/devices'
import { freePort } from '#server/platform/free-port.testing'
import { acceptsOn } from '#server/platform/store/testing-outside'
import type { KnownDevice } from './index.ts'
import { devicePasswordOf } from './index.ts'

const programs = ['nats-server', '/usr/sbin/nats-server', '/usr/local/bin/nats-server']

/** Undefined if NATS is not installed on this machine. */
export const nats = programs.find(program => spawnSync(program, ['--version']).status === 0)

const own = '$MQTT.>'
const subject = (topic: string) => topic.replaceAll('/', '.')

function userOf(known: KnownDevice) {
  const publish = [...deviceChannels.map(channel => subject(topicOf(known, channel))), own]
  const subscribe = [subject(topicOf(known, 'command')), own]
  return { user: known.device, password: devicePasswordOf(known.key), permissions: { publish, subscribe } }
}

/** Starts a real NATS server with MQTT enabled for the server and for these devices. */
export async function startNats(program: string, devices: readonly KnownDevice[]) {
  const folder = mkdtempSync(join(tmpdir(), 'skywarden-nats-'))
  const [port, mqttPort] = [await freePort(), await freePort()]
  const subscribe = [...deviceChannels.map(channel => `skywarden.*.*.${channel}`), own]
  const rights = { publish: ['skywarden.*.*.command', own], subscribe }
  const house = { user: 'skywarden', password: 'of the house', permissions: rights }
  const config = {
    server_name: 'skywarden-test',
    listen: `127.0.0.1:${port}`,
    jetstream: { store_dir: folder },
    mqtt: { host: '127.0.0.1', port: mqttPort },
    authorization: { users: [house, ...devices.map(userOf)] },
  }
  const file = join(folder, 'nats.conf')
  writeFileSync(file, JSON.stringify(config))
  const server = spawn(program, ['-c', file], { stdio: 'ignore' })
  for (let tries = 0; !(await acceptsOn(mqttPort)); tries++) {
    if (tries > 300) throw new Error('NATS does not start')
    await sleep(20)
  }
  return {
    port: mqttPort,
    houseUrl: `mqtt://skywarden:of%20the%20house@127.0.0.1:${mqttPort}`,
    async remove() {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}
