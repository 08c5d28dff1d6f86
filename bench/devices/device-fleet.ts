import type { DeviceModel } from '#domain/hardware/models'
import { passingTime } from '#simulator/devices/device-time'
import { createFleet } from '#simulator/devices/fleet'
import { plannedDevices } from './device-plan.ts'

/** Runs many devices in a separate process: node device-fleet.ts <broker port> <model> <count> */
const [port, model, count] = process.argv.slice(2)
const broker = `mqtt://127.0.0.1:${port}`
const time = passingTime(() => Date.now())
const fleet = createFleet(
  plannedDevices(model as DeviceModel, Number(count)).map(planned => {
    let serial = 0
    // The reading's number, which lets a subscriber detect missing ones.
    return { ...planned, broker, time, measure: () => ({ temperatureF: 70, rainTodayInches: ++serial }) }
  }),
)
await fleet.start()
console.log(JSON.stringify({ url: broker, token: '' }))
process.on('SIGTERM', () => process.exit(0))
