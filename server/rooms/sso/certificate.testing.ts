import { generateKeyPairSync, sign, X509Certificate } from 'node:crypto'
import { dayMs } from '#server/platform/clock'

/** A key pair with a self-signed certificate, like an identity provider's. */
export interface TestCertificate {
  readonly privateKey: string
  readonly pem: string
  readonly base64: string
}

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
const sha256WithRsa = sequence(der(6, Buffer.from('2a864886f70d01010b', 'hex')), der(5))
const commonName = Buffer.from('550403', 'hex')
const timeOf = (date: Date) =>
  der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`, 'ascii'))

export function makeCertificate(validDays = 365): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const name = sequence(der(0x31, sequence(der(6, commonName), der(0x0c, Buffer.from('Test provider')))))
  const now = Date.now()
  const body = sequence(
    der(0xa0, der(2, Buffer.from([2]))),
    der(2, Buffer.from([1])),
    sha256WithRsa,
    name,
    sequence(timeOf(new Date(now - dayMs)), timeOf(new Date(now + validDays * dayMs))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', body, privateKey)
  const certificate = new X509Certificate(sequence(body, sha256WithRsa, der(3, Buffer.from([0]), signature)))
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    pem: certificate.toString(),
    base64: certificate.raw.toString('base64'),
  }
}
