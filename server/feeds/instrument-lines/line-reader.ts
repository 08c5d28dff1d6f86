const mostBytes = 1024

/** Splits incoming data into lines. A line that is too long is skipped to its end. */
export class LineReader {
  #rest = ''
  #isSkipping = false

  take(bytes: Buffer): string[] {
    const lines: string[] = []
    // Keeps every byte as it is: these devices send ASCII, and a damaged line must not break the lines after it.
    const parts = bytes.toString('latin1').split(/\r\n|[\r\n]/)
    const rest = parts.pop() ?? ''
    for (const part of parts) {
      const line = this.#rest + part
      const isWhole = !this.#isSkipping && line.length <= mostBytes
      this.#rest = ''
      this.#isSkipping = false
      if (isWhole && line.trim() !== '') lines.push(line)
    }
    if (!this.#isSkipping) this.#rest += rest
    if (this.#rest.length > mostBytes) {
      this.#rest = ''
      this.#isSkipping = true
    }
    return lines
  }
}
