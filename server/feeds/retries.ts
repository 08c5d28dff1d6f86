import { minuteMs, secondMs } from '#server/platform/clock'

const firstRetryMs = 20 * secondMs
const lastRetryMs = 10 * minuteMs

/** Names that could not be read. Each is retried, less and less often. */
export class Retries {
  readonly #failed = new Map<string, { readonly count: number; readonly notBeforeMs: number }>()

  failed(name: string, nowMs: number) {
    const count = (this.#failed.get(name)?.count ?? 0) + 1
    const pauseMs = Math.min(lastRetryMs, firstRetryMs * 2 ** (count - 1))
    this.#failed.set(name, { count, notBeforeMs: nowMs + pauseMs })
  }

  succeeded(name: string) {
    this.#failed.delete(name)
  }

  isDue(name: string, nowMs: number): boolean {
    return nowMs >= (this.#failed.get(name)?.notBeforeMs ?? -Infinity)
  }

  /** Forgets everything that is no longer wanted. */
  keepOnly(names: Iterable<string>) {
    const wanted = new Set(names)
    for (const name of this.#failed.keys()) if (!wanted.has(name)) this.#failed.delete(name)
  }
}
