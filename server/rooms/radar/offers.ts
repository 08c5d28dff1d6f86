import type { RadarType } from '#contract/weather/radar'
import { secondMs } from '#server/platform/clock'
import type { Drawable } from './drawable.ts'
import type { FrameOrigin } from './frames.ts'
import type { Renderer } from './renderer.ts'

/** A frame from another room: plain data that is drawn here. */
export interface OfferedFrame {
  readonly validMs: number
  readonly issuedMs: number
  readonly origin: FrameOrigin
  readonly drawable: Drawable
}

/**
 * Returns the frames that may be shown now, oldest first; empty if nothing is known. The source may have to request
 * them.
 */
export type PictureSource = (nowMs: number) => readonly OfferedFrame[] | Promise<readonly OfferedFrame[]>

/** The kinds of images that other rooms provide, and which of their frames the renderer holds. */
export class OfferBook {
  readonly #sources = new Map<RadarType, PictureSource>()
  readonly #held = new Map<RadarType, ReadonlySet<string>>()
  readonly #renderer: Pick<Renderer, 'keep' | 'forget'>

  constructor(renderer: Pick<Renderer, 'keep' | 'forget'>) {
    this.#renderer = renderer
  }

  add(type: RadarType, source: PictureSource) {
    if (this.#sources.has(type)) throw new Error(`${type} is already offered`)
    this.#sources.set(type, source)
  }

  has(type: RadarType): boolean {
    return this.#sources.has(type)
  }

  /** The frames of a kind, each with its ID in the renderer; undefined if no room provides such images. */
  async framesOf(
    type: RadarType,
    nowMs: number,
  ): Promise<readonly (OfferedFrame & { readonly id: string })[] | undefined> {
    const source = this.#sources.get(type)
    if (!source) return undefined
    const frames = (await source(nowMs)).map(frame => ({
      ...frame,
      validMs: Math.floor(frame.validMs / secondMs) * secondMs, // truncated to seconds, as in URLs
      id: `${type} ${frame.validMs} ${frame.issuedMs}`,
    }))
    const held = this.#held.get(type)
    const ids = new Set(frames.map(({ id }) => id))
    for (const { id, drawable } of frames) if (!held?.has(id)) this.#renderer.keep(id, drawable)
    for (const id of held ?? []) if (!ids.has(id)) this.#renderer.forget(id)
    this.#held.set(type, ids)
    return frames
  }
}
