/**
 * The part of a vector tile (Mapbox Vector Tile 2.1) that a still map needs. MapLibre's reader is available only
 * with MapLibre.
 */
export interface TileFeature {
  readonly kind: 'point' | 'line' | 'polygon'
  readonly properties: Readonly<Record<string, string | number | boolean>>
  /** In tile units, `extent` on each side. Closed rings do not repeat their first point. */
  readonly lines: readonly (readonly (readonly [x: number, y: number])[])[]
}

export interface TileLayer {
  readonly name: string
  readonly extent: number
  readonly features: readonly TileFeature[]
}

const usualExtent = 4096
const kinds = [undefined, 'point', 'line', 'polygon'] as const

type Value = string | number | boolean

/** Reads protocol buffers: consecutive fields, each a number or a span of bytes. */
class Fields {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get isOver(): boolean {
    return this.#at >= this.#bytes.length
  }

  varint(): number {
    let [value, factor] = [0, 1]
    for (;;) {
      if (this.isOver) throw new Error('The tile ends in the middle of a number')
      const byte = this.#bytes[this.#at++] ?? 0
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
      factor *= 128
    }
  }

  #span(): Uint8Array {
    const length = this.varint()
    const span = this.#bytes.subarray(this.#at, this.#at + length)
    if (span.length < length) throw new Error('The tile ends in the middle of a field')
    this.#at += length
    return span
  }

  /** The next field's number and content. */
  next(): { readonly field: number; readonly value: number; readonly bytes: Uint8Array } {
    const key = this.varint()
    const field = Math.floor(key / 8)
    const none = new Uint8Array()
    switch (key % 8) {
      case 0:
        return { field, value: this.varint(), bytes: none }
      case 1:
        this.#at += 8
        return { field, value: this.#view.getFloat64(this.#at - 8, true), bytes: none }
      case 2:
        return { field, value: 0, bytes: this.#span() }
      case 5:
        this.#at += 4
        return { field, value: this.#view.getFloat32(this.#at - 4, true), bytes: none }
      default:
        throw new Error('The tile has a field of an unknown type')
    }
  }
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const unzigzag = (value: number) => (value % 2 === 0 ? value / 2 : -(value + 1) / 2)

function numbersOf(bytes: Uint8Array): number[] {
  const fields = new Fields(bytes)
  const numbers: number[] = []
  while (!fields.isOver) numbers.push(fields.varint())
  return numbers
}

function valueOf(bytes: Uint8Array): Value {
  const fields = new Fields(bytes)
  let found: Value = ''
  while (!fields.isOver) {
    const { field, value, bytes: span } = fields.next()
    if (field === 1) found = text(span)
    else if (field === 6) found = unzigzag(value)
    else if (field === 7) found = value !== 0
    else found = value
  }
  return found
}

const moveTo = 1
const lineTo = 2

function linesOf(commands: readonly number[]): [number, number][][] {
  const lines: [number, number][][] = []
  let [x, y] = [0, 0]
  for (let at = 0; at < commands.length;) {
    const command = commands[at++] ?? 0
    const act = command % 8
    if (act !== moveTo && act !== lineTo) continue // the end of a ring has no coordinates
    for (let left = Math.floor(command / 8); left > 0; left--) {
      x += unzigzag(commands[at++] ?? 0)
      y += unzigzag(commands[at++] ?? 0)
      if (act === moveTo) lines.push([])
      lines.at(-1)?.push([x, y])
    }
  }
  return lines
}

function featureOf(bytes: Uint8Array, keys: readonly string[], values: readonly Value[]): TileFeature | null {
  const fields = new Fields(bytes)
  const properties: Record<string, Value> = {}
  let kind: TileFeature['kind'] | undefined
  let lines: [number, number][][] = []
  while (!fields.isOver) {
    const { field, value, bytes: span } = fields.next()
    if (field === 2) {
      const tags = numbersOf(span)
      for (let at = 0; at + 1 < tags.length; at += 2) {
        const [key, known] = [keys[tags[at] ?? -1], values[tags[at + 1] ?? -1]]
        if (key !== undefined && known !== undefined) properties[key] = known
      }
    } else if (field === 3) kind = kinds[value]
    else if (field === 4) lines = linesOf(numbersOf(span))
  }
  return kind ? { kind, properties, lines } : null
}

function layerOf(bytes: Uint8Array): TileLayer {
  const fields = new Fields(bytes)
  let [name, extent] = ['', usualExtent]
  const [keys, values, features] = [[] as string[], [] as Value[], [] as Uint8Array[]]
  while (!fields.isOver) {
    const { field, value, bytes: span } = fields.next()
    if (field === 1) name = text(span)
    else if (field === 2) features.push(span)
    else if (field === 3) keys.push(text(span))
    else if (field === 4) values.push(valueOf(span))
    else if (field === 5) extent = value
  }
  // Keys and values may follow the features that refer to them.
  return { name, extent, features: features.flatMap(each => featureOf(each, keys, values) ?? []) }
}

export function readTile(bytes: Uint8Array): TileLayer[] {
  const fields = new Fields(bytes)
  const layers: TileLayer[] = []
  while (!fields.isOver) {
    const { field, bytes: span } = fields.next()
    if (field === 3) layers.push(layerOf(span))
  }
  return layers
}
