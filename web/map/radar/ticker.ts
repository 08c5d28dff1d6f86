/**
 * Ticks at a steady interval, so a late tick does not delay the next. After a long pause (such as in a sleeping tab) it
 * continues without catching up. Returns a function that stops it.
 */
export function startTicker(everyMs: number, onTick: () => void): () => void {
  let dueMs = performance.now() + everyMs
  let timer = setTimeout(tick, everyMs)

  function tick() {
    const nowMs = performance.now()
    dueMs = nowMs - dueMs > everyMs ? nowMs + everyMs : dueMs + everyMs
    timer = setTimeout(tick, Math.max(0, dueMs - nowMs))
    onTick()
  }

  return () => clearTimeout(timer)
}
