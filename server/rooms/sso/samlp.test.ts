import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCurrentUser } from '#contract/people/users'
import { codeIn, exchange } from '#server/house/browser.testing'
import { startSamlp, type SamlpIdp } from './samlp.testing.ts'
import { startIdp, type TestIdp } from './idp.testing.ts'
import { ssoWorld, type SsoWorld } from './world.testing.ts'

let idp: SamlpIdp
let other: TestIdp
let world: SsoWorld

beforeAll(async () => {
  idp = await startSamlp()
  other = await startIdp()
  world = await ssoWorld(other)
})
afterAll(async () => {
  await world.house.close()
  await idp.close()
  await other.close()
})

test('a third-party identity provider signs people in', async () => {
  const properties = { spEntityId: '', idpEntityId: '', metadataUrl: idp.metadataUrl }
  expect((await world.save({ SAMLProperties: properties })).body).toMatchObject({
    data: { idpEntityId: idp.entityId },
  })
  await world.verify('school.org')
  const { browser, attempt, url } = await world.begin('ann@school.org')
  const form = await (await fetch(url)).text()
  const page = await world.answer(browser, /value="([^"]+)"/.exec(form)?.[1] ?? '')
  const { access_token: token } = await exchange(world.house.baseUrl, attempt, codeIn(page))
  const me = await world.house.raw({
    method: 'GET',
    url: getCurrentUser.path,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(me.body.data).toMatchObject({ userName: 'ann@school.org', firstName: 'Ann', lastName: 'Lee' })
})
