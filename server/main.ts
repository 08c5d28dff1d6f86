import { environmentConfig, WrongConfig, type Config } from '#server/config'
import { demoSignIn } from '#server/demo'
import { buildHouse, type House } from '#server/house'
import { systemClock } from '#server/platform/clock'
import { createLog, type Log } from '#server/platform/log'

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
  if (config.demo) {
    const width = Math.max(...demoSignIn.accounts.map(account => account.userName.length))
    lines.push(
      '',
      `Demo accounts, password '${demoSignIn.password}':`,
      ...demoSignIn.accounts.map(account => `  ${account.userName.padEnd(width)}  ${account.role}`),
    )
  }
  if (!config.demo && house.isEmpty) {
    lines.push(
      '',
      'There is nobody here yet. Make the first administrator:',
      '  npm run admin -- create-user --help',
    )
  }
  console.log(`\n${lines.join('\n')}\n\nCtrl-C stops it; data is kept.\n`)
}

/** `npm` does not pass every signal on, so a server whose starter has gone stops by itself. */
function whenOrphaned(parent: number, stop: () => void) {
  setInterval(() => {
    if (process.ppid !== parent) stop()
  }, 1000).unref()
}

function parentFromArguments(): number | undefined {
  const given = process.argv.find(argument => argument.startsWith('--parent='))
  return given === undefined ? undefined : Number(given.slice('--parent='.length))
}

async function run(config: Config, log: Log) {
  const building = buildHouse({ config, clock: systemClock, log })
  let stopping = false
  const stop = (because: string) => {
    if (stopping) return
    stopping = true
    log.info({ because }, 'stopping')
    // Told to stop while it is built, it is stopped when it stands: what it has started must not be left running.
    building
      .then(house => house.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.fatal({ err: error }, 'could not stop cleanly')
          process.exit(1)
        },
      )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
  const parent = parentFromArguments()
  if (parent !== undefined) whenOrphaned(parent, () => stop('the starter has gone'))

  const house = await building
  if (stopping) return
  await house.http.listen({ port: config.port, host: config.host }).catch(async (error: unknown) => {
    await house.stop()
    throw error
  })
  greet(config, house)
}

const config = readConfigOrExit()
const log = createLog(config.logLevel)
try {
  await run(config, log)
} catch (error) {
  log.fatal({ err: error }, 'Skywarden could not start')
  process.exit(1)
}
