/**
 * Returns how many letters must be changed, added, removed or swapped with their neighbor to turn one word into
 * another.
 */
export function editDistance(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, () => Array.from({ length: other.length + 1 }, () => 0))
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity
  for (let row = 0; row <= one.length; row++) {
    for (let column = 0; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const ways = [
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
      ]
      if (row > 1 && column > 1 && isSwapped) ways.push(at(row - 2, column - 2) + 1)
      const line = rows[row]
      if (line) line[column] = row + column === 0 ? 0 : Math.min(...ways)
    }
  }
  return at(one.length, other.length)
}

const wordsOf = (name: string) => name.split('_')

/**
 * Returns whether a word is a typo. In a short word, two changes make another word: URL is not a typo of SSL, but ULR
 * is one of URL.
 */
function isSlip(word: string, meant: string): boolean {
  const distance = editDistance(word, meant)
  return distance <= (meant.length <= 4 ? 1 : 2)
}

function isNear(name: string, setting: string): boolean {
  const [written, meant] = [wordsOf(name), wordsOf(setting)]
  if (written.join('') === meant.join('')) return true
  if (written.toSorted().join('_') === meant.toSorted().join('_')) return true
  if (written.length !== meant.length) return false
  return editDistance(name, setting) <= 2 && written.every((word, index) => isSlip(word, meant[index] ?? ''))
}

/**
 * Returns the setting that was probably meant by an unknown name. One-word names are ignored: too many other programs
 * have variables like PORT and HOST.
 */
export function settingMeantBy(name: string, settings: readonly string[]): string | undefined {
  const upper = name.toUpperCase()
  return settings.filter(setting => setting.includes('_')).find(setting => isNear(upper, setting))
}
