import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#server/platform/free-port.testing'
import { acceptsOn } from '#server/platform/store/testing-outside'
import type { KnownDevice } from './index.ts'
import { devicePasswordOf } from './index.ts'

const programs = ['mosquitto', '/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto']

/** Undefined if Mosquitto is not installed on this machine. */
export const mosquitto = programs.find(program => spawnSync(program, ['-h']).error === undefined)
export const hasMosquittoClients = spawnSync('mosquitto_pub', ['--help']).error === undefined

/** The access rules for a broker, as docs/build-a-device.md gives them. */
export const rights = `user skywarden
topic read skywarden/+/+/state
topic read skywarden/+/+/reading
topic read skywarden/+/+/image
topic read skywarden/+/+/answer
topic write skywarden/+/+/command

pattern write skywarden/+/%u/state
pattern write skywarden/+/%u/reading
pattern write skywarden/+/%u/image
pattern write skywarden/+/%u/answer
pattern read skywarden/+/%u/command
`

/** Starts a real Mosquitto with accounts for the server and for these devices. */
export async function startMosquitto(program: string, devices: readonly KnownDevice[]) {
  const folder = mkdtempSync(join(tmpdir(), 'skywarden-mosquitto-'))
  const port = await freePort()
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const accounts = [
    'skywarden:of the house',
    ...devices.map(each => `${each.device}:${devicePasswordOf(each.key)}`),
  ]
  const passwords = file('passwords', `${accounts.join('\n')}\n`)
  const sealed = spawnSync('mosquitto_passwd', ['-U', passwords])
  if (sealed.status !== 0) throw new Error(`mosquitto_passwd: ${sealed.stderr.toString()}`)
  const acl = file('acl', rights)
  const settings = [
    `listener ${port} 127.0.0.1`,
    'allow_anonymous false',
    'use_username_as_clientid true',
    `password_file ${passwords}`,
    `acl_file ${acl}`,
    'persistence false',
  ]
  const config = file('mosquitto.conf', `${settings.join('\n')}\n`)
  // Mosquitto drops root privileges, and reads its files as another user.
  for (const path of [folder, passwords, acl, config]) chmodSync(path, 0o755)
  let server: ChildProcess | undefined
  const broker = {
    port,
    houseUrl: `mqtt://skywarden:of%20the%20house@127.0.0.1:${port}`,
    async start() {
      server = spawn(program, ['-c', config], { stdio: 'ignore' })
      for (let tries = 0; !(await acceptsOn(port)); tries++) {
        if (tries > 300) throw new Error('Mosquitto does not start')
        await sleep(20)
      }
    },
    async kill() {
      if (!server) return
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
      server = undefined
    },
    async remove() {
      await broker.kill()
      rmSync(folder, { recursive: true })
    },
  }
  await broker.start()
  return broker
}
