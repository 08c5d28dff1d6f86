/** Takes a stream of server-sent events apart; a piece may end in the middle of one. */
export function createEventReader(onData: (data: string) => void): (piece: string) => void {
  let rest = ''
  return piece => {
    const blocks = (rest + piece).split(/\r?\n\r?\n/)
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = block
        .split(/\r?\n/)
        .filter(line => line.startsWith('data:'))
        .map(line => line.slice('data:'.length).trimStart())
      if (data.length > 0) onData(data.join('\n'))
    }
  }
}
