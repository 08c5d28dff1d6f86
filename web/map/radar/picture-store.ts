export type StoredPicture =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly blob: Blob }
  | { readonly state: 'failed' }

export type Pictures = ReadonlyMap<string, StoredPicture>

export interface PictureStore {
  /** Sets the images to load, most urgent first. Drops all others and cancels their requests. */
  want(addresses: readonly string[]): void
  /** Retries images that failed. */
  retry(): void
  read(): Pictures
  subscribe(listener: () => void): () => void
}

/** As many as a browser requests from one server at the same time, minus some for the rest of the page. */
const atOnce = 4

/** Preloads images, and keeps them while they are needed. */
export function createPictureStore(
  fetchPicture: (address: string, signal: AbortSignal) => Promise<Blob>,
): PictureStore {
  let pictures: Pictures = new Map()
  let wanted: readonly string[] = []
  const running = new Map<string, AbortController>()
  const listeners = new Set<() => void>()

  function set(next: Pictures) {
    pictures = next
    for (const listener of listeners) listener()
  }

  function fill() {
    for (const address of wanted) {
      if (running.size >= atOnce) return
      if (pictures.get(address)?.state === 'loading' && !running.has(address)) void run(address)
    }
  }

  async function run(address: string) {
    const abort = new AbortController()
    running.set(address, abort)
    const picture = await fetchPicture(address, abort.signal).then(
      (blob): StoredPicture => ({ state: 'ready', blob }),
      // Whatever the reason, this image is not available. The error appears where the image would be shown.
      (): StoredPicture => ({ state: 'failed' }),
    )
    if (running.get(address) === abort) running.delete(address)
    if (!abort.signal.aborted) set(new Map(pictures).set(address, picture))
    fill()
  }

  return {
    want(addresses) {
      wanted = addresses
      for (const [address, abort] of running) {
        if (addresses.includes(address)) continue
        abort.abort()
        running.delete(address)
      }
      set(new Map(addresses.map(address => [address, pictures.get(address) ?? { state: 'loading' }])))
      fill()
    },
    retry() {
      set(
        new Map(
          [...pictures].map(([address, picture]) => [
            address,
            picture.state === 'failed' ? { state: 'loading' } : picture,
          ]),
        ),
      )
      fill()
    },
    read: () => pictures,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
