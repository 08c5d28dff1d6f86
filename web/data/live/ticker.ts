const lookEveryMs = 250

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function tick() {
  for (const listener of listeners) listener()
}

/** Fires four times a second. All subscribers share one timer. */
export function onTick(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, lookEveryMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
