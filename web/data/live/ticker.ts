const lookEveryMs = 250

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function tick() {
  for (const listener of listeners) listener()
}

/** Says four times a second that time has passed: one clock for all, however many look at it. */
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
