export { startIemRadar } from './radar.ts'
export { startIemStormCells } from './storm-cells.ts'
