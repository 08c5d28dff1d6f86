/** Parses a stream of server-sent events. A chunk may end in the middle of an event. */
export function createEventReader(
  onData: (data: string) => void,
  onRetry: (pauseMs: number) => void,
): (piece: string) => void {
  let rest = ''
  return piece => {
    const blocks = (rest + piece).split(/\r?\n\r?\n/)
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const lines = block.split(/\r?\n/)
      const retry = lines.map(line => /^retry: ?(\d+)$/.exec(line)?.[1]).find(Boolean)
      if (retry !== undefined) onRetry(Number(retry))
      const data = lines
        .filter(line => line.startsWith('data:'))
        .map(line => line.slice('data:'.length).trimStart())
      if (data.length > 0) onData(data.join('\n'))
    }
  }
}
