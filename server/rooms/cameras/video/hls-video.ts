import { setTimeout as wait } from 'node:timers/promises'
import { secondMs } from '#server/platform/clock'
import { readCamera, type HttpAsk } from './http-video.ts'
import { CameraTrouble } from './trouble.ts'

interface Playlist {
  readonly targetSeconds: number
  readonly firstSequence: number
  readonly entries: readonly string[]
  /** The initialization section of fragmented MP4; null for MPEG-TS. */
  readonly map: string | null
  readonly isOver: boolean
  /** For a master playlist: its first variant, which is the one players start with. */
  readonly variant: string | null
}

const mostPlaylistBytes = 512 * 1024
const mostPieceBytes = 24 * 1024 * 1024
/** Playback of a live playlist starts this many segments before its end. */
const behindEnd = 3

function readPlaylist(text: string): Playlist {
  const lines = text.split(/\r?\n/).map(line => line.trim())
  if (lines[0] !== '#EXTM3U') throw new CameraTrouble('The camera’s address does not lead to an HLS stream.')
  const tag = (name: string) => lines.find(line => line.startsWith(`#${name}:`))?.slice(name.length + 2)
  if (/METHOD=(?!NONE)/.test(tag('EXT-X-KEY') ?? ''))
    throw new CameraTrouble('The camera’s stream is encrypted, which is not supported.')
  const variantAt = lines.findIndex(line => line.startsWith('#EXT-X-STREAM-INF:'))
  const isEntry = (line: string) => line !== '' && !line.startsWith('#')
  return {
    targetSeconds: Math.min(30, Math.max(1, Number(tag('EXT-X-TARGETDURATION')) || 4)),
    firstSequence: Number(tag('EXT-X-MEDIA-SEQUENCE')) || 0,
    entries: lines.filter(isEntry),
    map: /URI="([^"]+)"/.exec(tag('EXT-X-MAP') ?? '')?.[1] ?? null,
    isOver: lines.includes('#EXT-X-ENDLIST'),
    variant: variantAt < 0 ? null : (lines.slice(variantAt).find(isEntry) ?? null),
  }
}

/** Every URL in a playlist is checked as strictly as one that a person typed. */
function resolved(base: URL, entry: string): URL {
  const url = URL.canParse(entry, base.href) ? new URL(entry, base.href) : null
  if (!url || !/^https?:$/.test(url.protocol))
    throw new CameraTrouble('The camera’s stream contains an address that is not valid.')
  return url
}

/** The password is sent only to the camera's own host, wherever its playlists lead. */
function askFor(ask: HttpAsk, url: URL): HttpAsk {
  return { ...ask, url, credentials: url.host === ask.url.host ? ask.credentials : null }
}

/** Finds the media playlist at a URL, which may be a master playlist. */
export async function findMediaPlaylist(ask: HttpAsk): Promise<{ url: URL; playlist: Playlist }> {
  const first = readPlaylist((await readCamera(ask, mostPlaylistBytes)).toString('utf8'))
  if (first.variant === null) return { url: ask.url, playlist: first }
  const url = resolved(ask.url, first.variant)
  const playlist = readPlaylist((await readCamera(askFor(ask, url), mostPlaylistBytes)).toString('utf8'))
  if (playlist.variant !== null) throw new CameraTrouble('The camera’s stream refers back to itself.')
  return { url, playlist }
}

/** The segments of a live playlist, in order, as they appear. */
export async function* hlsPieces(
  ask: HttpAsk,
  { url, playlist: first }: { readonly url: URL; readonly playlist: Playlist },
): AsyncGenerator<Buffer> {
  const get = (entry: string) => readCamera(askFor(ask, resolved(url, entry)), mostPieceBytes)
  if (first.map !== null) yield await get(first.map)
  let playlist = first
  let next = first.firstSequence + Math.max(0, first.entries.length - behindEnd)
  for (;;) {
    // A playlist that was restarted counts from the beginning.
    if (next > playlist.firstSequence + playlist.entries.length + behindEnd) next = playlist.firstSequence
    next = Math.max(next, playlist.firstSequence)
    for (; next < playlist.firstSequence + playlist.entries.length; next++)
      yield await get(playlist.entries[next - playlist.firstSequence] ?? '')
    if (playlist.isOver) return
    await wait((playlist.targetSeconds * secondMs) / 2, undefined, { signal: ask.signal })
    playlist = readPlaylist((await readCamera(askFor(ask, url), mostPlaylistBytes)).toString('utf8'))
  }
}
