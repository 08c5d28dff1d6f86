import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteUser } from '#contract/people/people'
import { downloadPersonData } from '#contract/people/privacy'
import { startIdp, type TestIdp } from './idp.testing.ts'
import { ssoWorld, type SsoWorld } from './world.testing.ts'

let idp: TestIdp
let world: SsoWorld

beforeAll(async () => {
  idp = await startIdp()
  world = await ssoWorld(idp)
  await world.save()
  await world.verify('school.org')
})
afterAll(async () => {
  await world.house.close()
  await idp.close()
})

const db = () => world.house.house.store.db

/** Signs in a person through the provider; the first time, they get an account. */
async function signIn(nameId: string, email: string): Promise<string> {
  const { browser, url } = await world.begin(email)
  await world.answer(browser, idp.respond(url, { nameId, email }))
  const { rows } = await sql<{ id: string }>`
    select user_id as id from sso_identities where subject = ${nameId}`.execute(db())
  return rows[0]?.id ?? ''
}

/** How many times a person signed in through the provider, according to the file with their data. */
async function signInsOf(id: string): Promise<number> {
  const { body } = await world.house.ask(downloadPersonData, { params: { id } }, world.admin)
  const { data } = body as unknown as { data: { signIns: { because?: string }[] } }
  return data.signIns.filter(({ because }) => because !== undefined).length
}

const renameTo = (id: string, email: string) =>
  sql`update users set email = ${email}, user_name = ${email} where id = ${id}`.execute(db())

describe('sign-ins through a provider', () => {
  it('stay with the person when another person gets their address, and are deleted with their account', async () => {
    const person = await signIn('first', 'desk@school.org')
    const successor = await signIn('second', 'second@school.org')
    await renameTo(person, 'first@school.org')
    await renameTo(successor, 'desk@school.org')
    expect([await signInsOf(person), await signInsOf(successor)]).toEqual([1, 1])

    await world.house.reply(deleteUser, { params: { id: successor } }, world.admin)
    expect(await signInsOf(person)).toBe(1)
    await world.house.reply(deleteUser, { params: { id: person } }, world.admin)
    const { rows } = await sql`select email from sso_attempts`.execute(db())
    expect(rows).toEqual([])
  })
})
