/**
 * Ticks at an even pace: a late tick does not make the next one late. After a long pause (a tab that slept) it goes on
 * from there, and makes up for nothing. Gives back what stops it.
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
