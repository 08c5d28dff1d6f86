import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FieldMapping } from '#domain/instruments/mapping'
import { startMessage } from '#domain/instruments/draft'
import { mapMessage, pathsIn } from '#domain/instruments/mapping'
import type { MakeId } from '#domain/instruments/makes'
import type { InstrumentMessage } from '#domain/instruments/message'
import { parseAmbient } from '#server/feeds/ambient/parse'
import { parseEcowitt } from '#server/feeds/ecowitt/parse'
import { parseStationJson } from '#server/feeds/mqtt-json/parse'
import { parseWunderground } from '#server/feeds/wunderground/parse'
import { bearerToken } from '#server/platform/http/caller'
import { isTooDeep } from '#server/platform/http/json-body'
import type { Limits } from '#server/platform/http/limits'
import { asProblem } from '#server/platform/http/problems'
import type { MountPages } from '#server/platform/http/server'
import { readForm, type FormFields } from './form.ts'
import { rescueUploads } from './rescue.ts'
import { queryOf, reportTarget } from './target.ts'

export type ShownField = { readonly path: string; readonly value: string }

export interface UploadSender {
  readonly make: MakeId
  readonly mapping: readonly FieldMapping[]
}

/** Accepts uploads and checks their keys; nothing here depends on the kind of instrument. */
export interface UploadDesk<Sender extends UploadSender> {
  admit(shown: {
    readonly senderId: string | undefined
    readonly key: string | undefined
  }): Promise<{ readonly sender: Sender } | { readonly because: string }>
  receive(
    sender: Sender,
    message: InstrumentMessage,
    fields?: ShownField[],
  ): Promise<'taken' | 'repeated' | 'too many'>
  refuse(sender: Sender, because: string): void
}

interface Read {
  readonly message: InstrumentMessage
  readonly fields?: ShownField[]
  /** Why nothing in the message was understood, although it could be parsed. */
  readonly problem?: string
}

/** One upload, before its key is checked. */
interface Upload {
  readonly senderId: string | undefined
  readonly key: string | undefined
  /** Throws an error with a message for the sender if the upload cannot be read. */
  read(sender: UploadSender): Read
}

/** The responses to one protocol's senders. */
interface Protocol {
  readonly taken: string
  readonly refused: (because: string) => string
  readonly upload: (request: FastifyRequest) => Upload
}

const bodyLimitBytes = 64 * 1024
const tooOften = 'Too many messages. Please send at most one each second.'

/** Registers the doors for stations that send to an address by HTTP. */
export function mountUploads<Sender extends UploadSender>(desk: UploadDesk<Sender>): MountPages {
  return async (app, limits) => {
    await app.register(async doors => {
      mountDoors(doors, (protocol, request, reply) => accept(desk, limits, protocol, request, reply))
    })
    rescueUploads(app)
  }
}

type Accept = (protocol: Protocol, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

function mountDoors(doors: FastifyInstance, take: Accept) {
  // Stations send forms as text, without a content type, or with their own types: every body is text until it is read
  // here.
  doors.removeAllContentTypeParsers()
  doors.addContentTypeParser('*', { parseAs: 'string', bodyLimit: bodyLimitBytes }, (_request, body, done) =>
    done(null, body),
  )
  // The address contains the key, so neither it nor anything else about the request is logged.
  doors.setErrorHandler((error, request, reply) => {
    const problem = asProblem(error, request.id)
    if (problem.status >= 500)
      request.log.error({ err: error, requestId: request.id, path: 'station upload' })
    if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', problem.retryAfterSeconds)
    return send(reply, problem.status, problem.message)
  })
  const mount = (protocol: Protocol, method: ('GET' | 'POST')[], ...urls: string[]) => {
    for (const url of urls)
      doors.route({ method, url, handler: (request, reply) => take(protocol, request, reply) })
  }
  const path = '/weatherstation/updateweatherstation'
  mount(wunderground, ['GET', 'POST'], path, `${path}.php`, `${path}.asp`)
  mount(pwsweather, ['GET', 'POST'], '/pwsupdate/pwsupdate.php')
  mount(ecowitt, ['POST'], '/data/report', '/data/report/*')
  mount(ambient, ['GET'], '/data/report', '/data/report/*')
  mount(json, ['POST'], '/instruments/:senderId', '/instruments/:senderId/:key')
}

function send(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').send(text)
}

async function accept<Sender extends UploadSender>(
  desk: UploadDesk<Sender>,
  limits: Limits,
  protocol: Protocol,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await limits.countMachine(request)
  const upload = protocol.upload(request)
  const admitted = await desk.admit(upload)
  if ('because' in admitted) {
    await limits.count(request, undefined) // clients that guess keys are counted by address
    return send(reply, 401, protocol.refused(admitted.because))
  }
  const { sender } = admitted
  const read = readOrSay(upload, sender)
  if (typeof read === 'string') {
    desk.refuse(sender, `Its message could not be read: ${read}`)
    return send(reply, 400, protocol.refused(read))
  }
  const outcome = await desk.receive(sender, read.message, read.fields)
  if (read.problem !== undefined) {
    desk.refuse(sender, read.problem)
    return send(reply, 400, protocol.refused(read.problem))
  }
  if (outcome === 'too many') return send(reply.header('retry-after', 60), 429, protocol.refused(tooOften))
  return send(reply, 200, protocol.taken)
}

const longestText = 200

/** Returns the message, or why it cannot be read. */
function readOrSay(upload: Upload, sender: UploadSender): Read | string {
  try {
    return upload.read(sender)
  } catch (error) {
    // This is the sender's fault; its owner sees the message.
    return (error as Error).message.slice(0, longestText)
  }
}

const target = (request: FastifyRequest) => request.raw.url ?? ''
const bodyText = (request: FastifyRequest) => (typeof request.body === 'string' ? request.body : '')

/** Returns the first field with one of these names, in upper or lower case. */
function fieldNamed(fields: FormFields, wanted: string): string | undefined {
  for (const [name, value] of fields) if (name.toLowerCase() === wanted) return value
  return undefined
}

/**
 * Returns the fields of a form. A form that is too large for any station is treated as empty, so its sender is refused
 * like a sender without a key.
 */
function formIn(text: string): FormFields {
  try {
    return readForm(text)
  } catch {
    return new Map()
  }
}

function updateForm(request: FastifyRequest): Upload {
  const form = formIn(`${queryOf(target(request))}&${bodyText(request)}`)
  return {
    senderId: fieldNamed(form, 'id'),
    key: fieldNamed(form, 'password') ?? fieldNamed(form, 'key'),
    read: () => ({ message: parseWunderground(form) }),
  }
}

const report =
  (parse: (form: FormFields) => InstrumentMessage) =>
  (request: FastifyRequest): Upload => {
    const { senderId, key, query } = reportTarget(target(request))
    const form = formIn(`${query}&${bodyText(request)}`)
    // Most stations send their own passkey, which cannot be chosen; in that case the address has the key.
    return {
      senderId,
      key: key ?? fieldNamed(form, 'passkey'),
      read: () => ({ message: parse(form) }),
    }
  }

function jsonBody(request: FastifyRequest): Upload {
  const { senderId, key } = request.params as { senderId: string; key?: string }
  return {
    senderId,
    key: key ?? bearerToken(request.headers.authorization),
    read({ make, mapping }) {
      const text = bodyText(request)
      if (isTooDeep(text)) throw new Error('It is nested too deeply')
      // Home Assistant names its values as we ask it to; everything else has its own names.
      return make === 'home-assistant' ? { message: parseStationJson(text) } : mapped(parsed(text), mapping)
    },
  }
}

/** Reads the mapped fields. All are shown even if none is mapped (anymore), because people choose from them. */
function mapped(body: unknown, mapping: readonly FieldMapping[]): Read {
  const fields = pathsIn(body)
  const unread = startMessage()
  for (const { path } of fields) unread.ignore(path)
  const nothing = unread.finish({ sentMs: null, lightning: null })
  if (mapping.length === 0) return { message: nothing, fields }
  try {
    return { message: mapMessage(body, mapping), fields }
  } catch (error) {
    return { message: nothing, fields, problem: `${(error as Error).message}.` } // shown on the instrument
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('It is not JSON')
  }
}

const plain = (because: string) => because
const wunderground: Protocol = { taken: 'success\n', refused: plain, upload: updateForm }
/** weewx and others look for a line that begins with ERROR. */
const pwsweather: Protocol = { ...wunderground, refused: because => `ERROR: ${because}\n` }
const ecowitt: Protocol = { taken: 'OK', refused: plain, upload: report(parseEcowitt) }
const ambient: Protocol = { taken: 'OK', refused: plain, upload: report(parseAmbient) }
const json: Protocol = { taken: 'OK', refused: plain, upload: jsonBody }
