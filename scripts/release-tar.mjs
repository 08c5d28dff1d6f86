// Writes tar archives. The tar programs of Linux and macOS have different options for sorted names, fixed owners and
// fixed times, and the same release must give the same archive on both.
import { readFileSync, statSync } from 'node:fs'

const blockBytes = 512
const [longestName, longestPrefix] = [100, 155]
const kinds = { file: '0', link: '2', folder: '5' }

/** Splits a path between the two fields that the format has for it. */
function inTwoFields(path) {
  if (Buffer.byteLength(path) <= longestName) return { name: path, prefix: '' }
  for (let cut = path.indexOf('/'); cut > 0; cut = path.indexOf('/', cut + 1)) {
    const [prefix, name] = [path.slice(0, cut), path.slice(cut + 1)]
    if (Buffer.byteLength(name) <= longestName && Buffer.byteLength(prefix) <= longestPrefix)
      return { name, prefix }
  }
  throw new Error(`The path is too long for an archive: ${path}`)
}

function header({ path, kind, bytes, mode, target, timeSeconds }) {
  const block = Buffer.alloc(blockBytes)
  const octal = (value, offset, length) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, offset)
  const { name, prefix } = inTwoFields(path)
  if (Buffer.byteLength(target) > longestName) throw new Error(`The link is too long: ${target}`)
  block.write(name, 0)
  octal(mode, 100, 8)
  octal(0, 108, 8) // the owner is root, on every machine
  octal(0, 116, 8)
  octal(bytes, 124, 12)
  octal(timeSeconds, 136, 12)
  block.write(' '.repeat(8), 148)
  block.write(kinds[kind], 156)
  block.write(target, 157)
  block.write('ustar\x0000', 257)
  block.write(prefix, 345)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

function* foldersAbove(path, known) {
  for (let cut = path.indexOf('/'); cut > 0; cut = path.indexOf('/', cut + 1)) {
    const folder = path.slice(0, cut + 1)
    if (known.has(folder)) continue
    known.add(folder)
    yield folder
  }
}

/**
 * The blocks of an archive, from entries by path: `{ from: file }`, `{ text }` or `{ link: target }`. Sorted by name,
 * with one owner and one time for everything.
 */
export function* tarBlocks(entries, timeSeconds) {
  const common = { timeSeconds, target: '', bytes: 0 }
  const known = new Set()
  for (const [path, entry] of [...entries].sort(([one], [other]) => (one < other ? -1 : 1))) {
    for (const folder of foldersAbove(path, known))
      yield header({ ...common, path: folder, kind: 'folder', mode: 0o755 })
    if (entry.link !== undefined) {
      yield header({ ...common, path, kind: 'link', mode: 0o777, target: entry.link })
      continue
    }
    const content = entry.text === undefined ? readFileSync(entry.from) : Buffer.from(entry.text)
    const isProgram =
      entry.isProgram ?? (entry.from !== undefined && (statSync(entry.from).mode & 0o100) !== 0)
    yield header({ ...common, path, kind: 'file', bytes: content.length, mode: isProgram ? 0o755 : 0o644 })
    yield content
    yield Buffer.alloc((blockBytes - (content.length % blockBytes)) % blockBytes)
  }
  yield Buffer.alloc(2 * blockBytes)
}
