import { once } from 'node:events'
import { environmentConfig, WrongConfig, type Config } from '#server/config'
import { demoSignIn } from '#server/house/demo/index'
import { buildHouse, type House, type HouseParts } from '#server/house/index'
import { CannotGoOn, CannotStart } from '#server/platform/cannot-start'
import { systemClock, type Clock } from '#server/platform/clock'
import { createLog, type Log } from '#server/platform/log'
import { createServiceManager } from '#server/platform/service-manager'
import { databaseNow, followDatabaseClock } from '#server/platform/store/database-clock'
import { openStore, type Store } from '#server/platform/store/index'
import { adminCommand } from '#server/platform/version'

/** Service managers and container runtimes kill a process that takes longer. */
const longestStopMs = 9500

function readConfigOrExit(): Config {
  try {
    return environmentConfig()
  } catch (error) {
    if (!(error instanceof WrongConfig)) throw error
    console.error(error.message)
    process.exit(2)
  }
}

function greet(config: Config, house: House) {
  const lines = [`Skywarden is ready: ${config.baseUrl}`, `Data: ${house.store.kind} in ${config.dataDir}`]
  if (config.feeds === 'simulated')
    lines.push('', 'SIMULATED WEATHER: nothing shown here is real. Do not use it to keep people safe.')
  else if (config.feeds === 'none')
    lines.push('Weather comes from sources with a feed key. Without one, every location is Unknown.')
  else lines.push(`Weather comes from public sources: ${config.feeds.join(', ')}. /Status shows their state.`)
  if (house.rehearsalBecause !== null)
    lines.push(
      '',
      `REHEARSAL: nothing is sent from this server. ${house.rehearsalBecause}`,
      `If this is the real one now: ${adminCommand} make-real`,
      '',
    )
  if (config.host === 'localhost')
    lines.push('Only this machine can reach it. Set HOST=0.0.0.0 to accept others.')
  if (config.demo) {
    const width = Math.max(...demoSignIn.accounts.map(account => account.userName.length))
    lines.push(
      '',
      `Demo accounts, password '${demoSignIn.password}':`,
      ...demoSignIn.accounts.map(account => `  ${account.userName.padEnd(width)}  ${account.role}`),
    )
  }
  if (!config.demo && house.isEmpty) {
    lines.push('', 'No accounts yet. Create the first administrator:', `  ${adminCommand} create-user --help`)
  }
  console.log(`\n${lines.join('\n')}\n\nPress Ctrl-C to stop. Data is kept.\n`)
}

/** Stops a server whose parent process is gone, because `npm` does not forward every signal. */
function whenOrphaned(parent: number, stop: () => void) {
  setInterval(() => {
    if (process.ppid !== parent) stop()
  }, 1000).unref()
}

function parentFromArguments(): number | undefined {
  const given = process.argv.find(argument => argument.startsWith('--parent='))
  return given === undefined ? undefined : Number(given.slice('--parent='.length))
}

/**
 * Returns a signal that is aborted when a stop is requested, from the first moment on: an interrupted start must leave
 * nothing behind, either.
 */
function listenForTheEnd(log: Log): AbortSignal {
  const stopping = new AbortController()
  const stop = (because: string) => {
    if (stopping.signal.aborted) return
    log.info({ because }, 'stopping')
    stopping.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
  const parent = parentFromArguments()
  if (parent !== undefined) whenOrphaned(parent, () => stop('the process that started it has exited'))
  return stopping.signal
}

/**
 * Exits if stopping takes too long: whatever hangs must not delay the next start, which adopts a database that could
 * not be closed in time. This is only for a server that has started: a stop before that leaves nothing behind.
 */
function limitStop(end: AbortSignal, log: Log) {
  const exit = () => {
    log.error(
      { afterMs: longestStopMs },
      'Skywarden did not stop in time; exiting without waiting any longer',
    )
    process.exit(1)
  }
  end.addEventListener('abort', () => void setTimeout(exit, longestStopMs).unref(), { once: true })
}

async function listen(house: House, { host, port }: Config) {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use by another program. Stop it, or set PORT to another number.`,
    EACCES: `Port ${port} may not be used by this user. Set PORT to a number above 1023.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Correct HOST.`,
    ENOTFOUND: `This machine has no address ${host}. Correct HOST.`,
  }
  await house.http.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    const reason = reasons[error.code ?? '']
    throw reason === undefined ? error : new CannotStart(reason)
  })
}

/**
 * Returns the clock. An external database may be shared with processes on other machines, in which case its time is
 * used instead of this machine's.
 */
async function clockFor({ databaseUrl }: Config, { db }: Store, log: Log): Promise<Clock> {
  if (databaseUrl === undefined) return systemClock
  const clock = await followDatabaseClock(() => databaseNow(db), systemClock, log)
  const lookAgain = () =>
    clock.look().catch((error: unknown) =>
      // The clock continues unchanged until the next reading.
      log.debug({ because: (error as Error).message }, 'the database’s clock could not be read'),
    )
  setInterval(() => void lookAgain(), 10_000).unref()
  return clock
}

/** The parts that a test replaces: the services of instrument makers, or most of the simulated world. */
type Replaced = Pick<HouseParts, 'makersServices' | 'worldExtent'>

/** Runs until a stop is requested. Closes whatever was opened, no matter how far the start got. */
async function runUntil(end: AbortSignal, config: Config, log: Log, replaced: Replaced) {
  const outgrown = Promise.withResolvers<string>()
  const store = await openStore({ ...config, log, signal: end })
  try {
    const house = await buildHouse({
      config,
      clock: await clockFor(config, store, log),
      log,
      store,
      onOutgrown: outgrown.resolve,
      ...replaced,
    })
    try {
      await listen(house, config)
      limitStop(end, log)
      greet(config, house)
      const manager = createServiceManager(config.notify, log)
      manager.ready()
      end.addEventListener('abort', () => manager.stopping(), { once: true })
      if (!end.aborted) {
        const because = await Promise.race([once(end, 'abort'), outgrown.promise])
        if (typeof because === 'string') throw new CannotGoOn(`${because} Start that version instead.`)
      }
    } finally {
      await house.stop()
    }
  } finally {
    await store.close()
  }
}

/** Runs Skywarden as a process, from its settings to its exit code. */
export async function runProcess(replaced: Replaced = {}): Promise<never> {
  // A closed terminal, or a full disk behind a redirected output, is no reason to stop.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

  // Awaiting a promise does not keep Node running: without an open handle it would exit.
  setInterval(() => {}, 60_000)

  const config = readConfigOrExit()
  const log = createLog(config.logLevel)
  const end = listenForTheEnd(log)
  process.on('uncaughtException', error => {
    // The state of the process is unknown. Screens turn Unknown when its updates stop; the next start adopts the
    // database.
    log.fatal({ err: error }, 'Skywarden exited because of an unknown failure')
    process.exit(1)
  })
  try {
    await runUntil(end, config, log, replaced)
    process.exit(0)
  } catch (error) {
    const isCalledOff = error instanceof CannotStart || (error as Error).name === 'AbortError'
    if (end.aborted && isCalledOff) process.exit(0)
    if (error instanceof CannotStart) {
      console.error(
        `Skywarden ${error instanceof CannotGoOn ? 'has stopped' : 'cannot start'}. ${error.message}`,
      )
      process.exit(2)
    }
    log.fatal({ err: error }, end.aborted ? 'Skywarden could not stop cleanly' : 'Skywarden could not start')
    console.error(`Skywarden exited because of an unexpected error: ${(error as Error).message}`)
    process.exit(1)
  }
}
