import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { programsOn } from '#server/house/process.testing'

/** A program that neither reads nor exits, like a hanging ffmpeg; its command line contains the folder. */
const hanging = ['-c', 'trap "" HUP INT TERM; while :; do sleep 0.2; done']
const soon = { timeout: 45_000, interval: 100 }
const folders: string[] = []
afterEach(() => folders.splice(0).forEach(folder => rmSync(folder, { recursive: true, force: true })))

/** Starts another process that starts the program; the test can kill that process. */
async function startElsewhere() {
  const folder = mkdtempSync(join(tmpdir(), 'skywarden-dies-'))
  folders.push(folder)
  const script = `
    const { startProgram } = await import('#server/rooms/cameras/ffmpeg')
    const program = startProgram('/bin/sh', [...${JSON.stringify(hanging)}, ${JSON.stringify(folder)}], ${JSON.stringify(folder)})
    process.stdin.on('data', () => program.stop())
    program.ended.then(() => process.stdout.write('ended'))
    process.stdout.write('started')`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(parent.stdout, 'data')
  const running = () => programsOn(folder).filter(line => line.includes('trap'))
  const own = () => running().filter(line => !line.includes('--input-type'))
  await vi.waitFor(() => expect(own().length).toBeGreaterThan(0), soon)
  return { parent, folder, own }
}

it('a hanging program dies with a killed process, and its folder is removed', async () => {
  const { parent, folder, own } = await startElsewhere()
  parent.kill('SIGKILL')
  await vi.waitFor(() => expect(own()).toEqual([]), soon)
  await vi.waitFor(() => expect(existsSync(folder)).toBe(false), soon)
})

it('a hanging program is ended by the process that started it', async () => {
  const { parent, folder, own } = await startElsewhere()
  const ended = once(parent.stdout, 'data')
  parent.stdin.write('stop')
  expect(String((await ended)[0])).toBe('ended')
  expect(own()).toEqual([])
  expect(existsSync(folder)).toBe(false)
  parent.kill('SIGKILL')
})
