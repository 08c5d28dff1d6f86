/** A finished image. */
export type CachedPicture = Uint8Array<ArrayBuffer>

/** Finished images by name, up to a total size; the least recently used are evicted first. */
export class PictureCache {
  readonly #pictures = new Map<string, CachedPicture>()
  readonly #mostBytes: number
  #bytes = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  get(name: string): CachedPicture | undefined {
    const found = this.#pictures.get(name)
    if (!found) return undefined
    this.#pictures.delete(name)
    this.#pictures.set(name, found)
    return found
  }

  set(name: string, picture: CachedPicture) {
    if (picture.length > this.#mostBytes) return
    this.#drop(name)
    this.#pictures.set(name, picture)
    this.#bytes += picture.length
    for (const oldest of this.#pictures.keys()) {
      if (this.#bytes <= this.#mostBytes) break
      this.#drop(oldest)
    }
  }

  #drop(name: string) {
    this.#bytes -= this.#pictures.get(name)?.length ?? 0
    this.#pictures.delete(name)
  }
}
