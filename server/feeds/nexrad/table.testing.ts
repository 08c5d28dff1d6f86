import { dayMs, secondMs } from '#server/platform/clock'

export interface MadeTable {
  readonly name: string
  readonly latitude: number
  readonly longitude: number
  readonly validMs: number
  /** Rows as radars print them, without their heading; four on each page. */
  readonly rows: readonly string[]
}

export const tableHeading = ' STM ID  AZ/RAN TVS  MDA  POSH/POH/MX SIZE VIL DBZM  HT  TOP  FCST MVMT '
const rowsOnPage = 4

const shorts = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeInt16BE(value, index * 2)
  return bytes
}
const long = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function pageOf(rows: readonly string[], number: number): Buffer {
  const packets = [tableHeading, ...rows].map((line, index) =>
    Buffer.concat([shorts(8, 6 + line.length, 1, 0, 1 + 10 * index), Buffer.from(line, 'latin1')]),
  )
  // The lines of the table's grid.
  const all = Buffer.concat([...packets, shorts(10, 10, 6, 4, 0, 501, 0)])
  return Buffer.concat([shorts(number, all.length), all])
}

/**
 * Returns a composite reflectivity product without its image, written from the interface control document for the RPG.
 */
export function madeTable({ name, latitude, longitude, validMs, rows }: MadeTable): Buffer {
  const pages = Array.from({ length: Math.ceil(rows.length / rowsOnPage) }, (_, page) =>
    pageOf(rows.slice(page * rowsOnPage, (page + 1) * rowsOnPage), page + 1),
  )
  const body = Buffer.concat(pages)
  const graphic = Buffer.concat([shorts(-1, 2), long(10 + body.length), shorts(pages.length), body])
  const message = Buffer.alloc(120 + (rows.length > 0 ? graphic.length : 0))
  message.writeInt16BE(37, 0)
  message.writeInt32BE(message.length, 8)
  message.writeInt16BE(-1, 18)
  message.writeInt32BE(Math.round(latitude * 1000), 20)
  message.writeInt32BE(Math.round(longitude * 1000), 24)
  message.writeInt16BE(37, 30)
  message.writeInt16BE(Math.floor(validMs / dayMs) + 1, 40)
  message.writeInt32BE(Math.floor((validMs % dayMs) / secondMs), 42)
  if (rows.length > 0) {
    message.writeInt32BE(60, 112)
    graphic.copy(message, 120)
  }
  return Buffer.concat([Buffer.from(`SDUS54 KOUN 202016\r\r\nNCR${name}\r\r\n`), message])
}
