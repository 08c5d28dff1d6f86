import { InstrumentFault } from '#server/feeds/instrument-port'
import { NotOutside, type Outside } from '#server/platform/outside/index'

const privateNetwork =
  'This server may not connect to addresses in its own network. Ask its operator to add the network to ' +
  'SKYWARDEN_ALLOWED_NETWORKS.'
const notEncrypted = 'An address on the internet must start with https:// and have no port.'

const words: readonly (readonly [code: RegExp, text: string])[] = [
  [/ENOTFOUND|EAI_/, 'This address does not exist. Please check it.'],
  [/ECONNREFUSED/, 'Nothing responds at this address. Please check it, and make sure that the unit is on.'],
  [/EHOSTUNREACH|ENETUNREACH|EHOSTDOWN/, 'This address cannot be reached from the server.'],
  [/ETIMEDOUT|ABORT|Timeout/, 'It did not respond in time. Please check the address.'],
  [/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/, 'Its certificate is not valid.'],
  [/ECONNRESET|EPIPE|HPE_/, 'It dropped the connection.'],
]

/** Describes why a connection failed, without repeating any part of the address, which may hold a key. */
export async function wordsOf(error: unknown, host: string, outside: Outside): Promise<string> {
  if (error instanceof InstrumentFault) return error.message
  if (error instanceof NotOutside) return (await isPrivate(host, outside)) ? privateNetwork : notEncrypted
  const { code, name, message } = error as NodeJS.ErrnoException
  if (/longer than \d+ bytes/.test(message)) return 'Its response is too long.'
  const what = `${typeof code === 'string' ? code : ''} ${name}`
  return words.find(([pattern]) => pattern.test(what))?.[1] ?? 'The connection failed.'
}

async function isPrivate(host: string, outside: Outside): Promise<boolean> {
  try {
    await outside.addressesOf(host)
    return false
  } catch {
    // A name that cannot be resolved is usually on a local network.
    return true
  }
}
