import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { promisify } from 'node:util'

/**
 * Starts a program that dies with this process, even if this process is killed: the shell's file descriptor 3 is a pipe
 * from this process, and the program ends when it closes. The program's files are removed too.
 */
const dieWithParent = `
folder=$1; shift
ulimit -v 1500000 2>/dev/null
exec 4<&0
nice -n 10 "$@" <&4 3<&- 4<&- &
program=$!
# The shell's own complaints are no use, and would end it when nobody reads them.
exec 4<&- 2>/dev/null
( read -r nothing <&3; kill -9 $program ) &
watcher=$!
wait $program
code=$?
kill $watcher
[ -z "$folder" ] || rm -rf -- "$folder"
exit $code`

export interface Program {
  readonly input: Writable
  readonly output: Readable
  /** Resolves when the program has ended, with its last error output. */
  readonly ended: Promise<{ readonly complaints: readonly string[] }>
  stop(): void
}

const mostComplaints = 12
const longestComplaint = 300

/** Starts a program. `folder` is removed when the program has ended, for whatever reason. */
export function startProgram(program: string, args: readonly string[], folder: string): Program {
  const child = spawn('/bin/sh', ['-c', dieWithParent, 'sh', folder, program, ...args], {
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' },
  })
  const lifeline = child.stdio[3] as Writable
  const complaints: string[] = []
  let rest = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split(/[\r\n]+/)
    rest = (lines.pop() ?? '').slice(-longestComplaint)
    complaints.push(...lines.filter(line => line !== '').map(line => line.slice(0, longestComplaint)))
    complaints.splice(0, complaints.length - mostComplaints)
  })
  // A program that has ended no longer reads; `ended` reports that.
  for (const stream of [child.stdin, child.stdout, lifeline]) stream.on('error', () => {})
  const ended = once(child, 'close').then(
    () => ({ complaints: [...complaints, rest].filter(line => line !== '') }),
    (error: Error) => ({ complaints: [error.message] }),
  )
  return { input: child.stdin, output: child.stdout, ended, stop: () => void lifeline.destroy() }
}

const run = promisify(execFile)

export type FfmpegState =
  | { readonly kind: 'ready'; readonly program: string; readonly version: string }
  | { readonly kind: 'missing'; readonly because: string }

const missing = 'Live cameras need ffmpeg, which is not installed on this server.'

/** Checks whether there is an ffmpeg that can produce what browsers play. */
export async function findFfmpeg(program: string): Promise<FfmpegState> {
  // Trying to start a program that does not exist would cost a large server 30 ms every minute.
  if (isAbsolute(program) && !existsSync(program)) return { kind: 'missing', because: missing }
  try {
    const { stdout } = await run(program, ['-hide_banner', '-version'], { timeout: 20_000 })
    const version = /^ffmpeg version (\S+)/.exec(stdout)?.[1]
    if (version === undefined) return { kind: 'missing', because: missing }
    const { stdout: encoders } = await run(program, ['-hide_banner', '-encoders'], { timeout: 20_000 })
    if (!encoders.includes('libx264'))
      return { kind: 'missing', because: 'The ffmpeg on this server cannot encode H.264 video (libx264).' }
    return { kind: 'ready', program, version }
  } catch {
    return { kind: 'missing', because: missing } // not installed, or not executable
  }
}

const quiet = ['-hide_banner', '-nostdin', '-loglevel', 'warning', '-nostats']
const onlyVideo = ['-map', '0:v:0', '-an', '-sn', '-dn']
const segmentSeconds = 2
const framesPerSecond = 10
/** An even number of pixels, as the encoder requires, and no more than a browser needs. */
const size = String.raw`scale=trunc(min(1280\,iw)/2)*2:-2`

const perSegment = String(segmentSeconds * framesPerSecond)
const words = (text: string) => text.split(' ')
const encoding = [
  ...words('-c:v libx264 -profile:v baseline -preset ultrafast -tune zerolatency -threads 1'),
  ...words('-crf 25 -maxrate 1800k -bufsize 1800k'),
  ...words(`-g ${perSegment} -keyint_min ${perSegment} -sc_threshold 0`),
]
const inPieces = [
  ...words(`-f hls -hls_time ${segmentSeconds} -hls_list_size 6 -hls_segment_type mpegts`),
  ...words('-hls_flags delete_segments+temp_file+omit_endlist'),
]

/** Arguments for live video that every browser plays: H.264 baseline in two-second segments, without sound. */
export function hlsArguments(input: readonly string[], folder: string): string[] {
  const picture = `fps=${framesPerSecond},${size},format=yuv420p`
  return [
    ...quiet,
    ...words('-fflags nobuffer -threads 1'),
    ...input,
    ...onlyVideo,
    '-vf',
    picture,
    ...encoding,
    ...inPieces,
    '-hls_segment_filename',
    `${folder}/%d.ts`,
    `${folder}/index.m3u8`,
  ]
}

/** Arguments for one picture on standard output. */
export function pictureArguments(input: readonly string[]): string[] {
  const output = ['-frames:v', '1', '-c:v', 'mjpeg', '-q:v', '4', '-f', 'mjpeg', 'pipe:1']
  return [...quiet, '-threads', '1', ...input, ...onlyVideo, '-vf', size, ...output]
}
