import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secondMs } from '#server/platform/clock'
import { shiftedClock } from '#server/platform/clock.testing'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { signingAlgorithm } from './keys.ts'
import { audienceOf, issuerOf } from './provider.ts'
import { createTokens } from './tokens.ts'

const baseUrl = 'http://localhost'
const clock = shiftedClock()
let store: TestStore
beforeAll(async () => void (store = await freshStore()))
afterAll(() => store.close())

async function newKey() {
  const { privateKey, publicKey } = await generateKeyPair(signingAlgorithm)
  const kid = randomUUID()
  const sign = () =>
    new SignJWT({})
      .setProtectedHeader({ alg: signingAlgorithm, kid, typ: 'at+jwt' })
      .setIssuer(issuerOf(baseUrl))
      .setAudience(audienceOf(baseUrl))
      .setSubject(randomUUID())
      .setExpirationTime('10m')
      .sign(privateKey)
  return { sign, jwk: { ...(await exportJWK(publicKey)), kid, alg: signingAlgorithm } }
}

describe('a token with an unknown key', () => {
  it('makes the server look for new keys at most once a second, and once for all at the same time', async () => {
    let looked = 0
    const tokens = createTokens({
      db: store.db,
      baseUrl,
      publicKeys: () => [],
      refreshKeys: async () => void looked++,
      clock,
    })
    const { sign } = await newKey()
    const send = async (count: number) => {
      const made = await Promise.all(Array.from({ length: count }, sign))
      await Promise.all(made.map(token => tokens.authenticate(token, clock.now())))
    }
    await send(20)
    expect(looked).toBe(1)
    clock.advance(secondMs)
    await send(20)
    expect(looked).toBe(2)
  })

  it('is verified with a key that another process created a second ago, even while strangers make up keys', async () => {
    const { sign, jwk } = await newKey()
    const stored: JWK[] = []
    let known: JWK[] = []
    let looked = 0
    const tokens = createTokens({
      db: store.db,
      baseUrl,
      publicKeys: () => known,
      refreshKeys: async () => {
        looked++
        known = [...stored]
      },
      clock,
    })
    const strange = await newKey()
    await tokens.authenticate(await strange.sign(), clock.now())
    stored.push(jwk)
    clock.advance(secondMs)
    await tokens.authenticate(await sign(), clock.now())
    expect(looked).toBe(2)
    expect(known).toEqual([jwk])
  })
})
