import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import * as z from 'zod/mini'

/** Returns an optional variable with its default. */
export const oneOf = <const Names extends readonly string[]>(names: Names, fallback: Names[number]) =>
  z._default(z.enum(names, `must be ${names.join(' or ')}`), fallback)
export const switchOf = (fallback: 'on' | 'off') => oneOf(['on', 'off'], fallback)
export const address = (protocols: RegExp, example: string, { needsHost } = { needsHost: true }) => {
  const isFit = (text: string) => {
    const url = URL.canParse(text) ? new URL(text) : null
    return url !== null && protocols.test(url.protocol.slice(0, -1)) && !(needsHost && url.hostname === '')
  }
  return z.optional(z.string().check(z.refine(isFit, `must look like ${example}`)))
}

/**
 * Returns whether an address is only a host and a port: under a path the server's pages and its sign-in would not be
 * found.
 */
const isBareAddress = (text: string) => {
  const { protocol, pathname, search, hash, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && pathname === '/' && search + hash + username + password === ''
}
export const bareAddress = (example: string) => {
  const fault = `must look like ${example}, without a path`
  const isFit = (text: string) => URL.canParse(text) && isBareAddress(text)
  return z.optional(z.string().check(z.refine(isFit, fault)))
}

const emailAddress = z.email()
/** Accepts an address alone, or a name and the address in angle brackets. */
export const isSender = (text: string) => {
  const inBrackets = /^[^<>@]*<([^<>]+)>$/.exec(text)?.[1]
  return emailAddress.safeParse(inBrackets ?? text).success
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
export const existingFile = z.optional(z.string().check(z.refine(isFile, 'must be a file that exists')))
export const notAPort = 'must be a port number'
export const notAnOptionalPort = 'must be a port number, or 0'
export const notAZoom = 'must be a whole number from 0 to 22'

export const portFrom = (least: number, fault: string) =>
  z.pipe(
    z.string().check(z.regex(/^\d+$/, fault)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(least, fault), z.maximum(65535, fault))),
  )

export const daysFrom = (least: number) => {
  const fault = `must be a whole number of days, at least ${least}`
  return z.pipe(
    z.string().check(z.regex(/^\d{1,5}$/, fault)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(least, fault))),
  )
}

const isNetwork = (text: string) => {
  const [, ip = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const version = isIP(ip)
  return (
    version !== 0 && (bits === undefined || (Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128)))
  )
}
export const listed = (text: string) => text.split(/[\s,]+/).filter(each => each !== '')
/**
 * Returns whether all items are networks. For proxies, `on` would let every caller choose their address, so only listed
 * addresses are trusted.
 */
const areNetworks = (text: string) => listed(text).every(isNetwork)
export const networks = (words: string) => z.optional(z.string().check(z.refine(areNetworks, words)))
