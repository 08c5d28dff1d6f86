import { afterAll, describe, expect, it } from 'vitest'
import type { Asked } from '#contract/call'
import {
  addLocation,
  addOrganizationLocation,
  deleteLocation,
  deleteOrganizationLocation,
  linkSite,
  listLocations,
  listOrganizationLocations,
  listOrganizationLocationsOfCustomer,
  listOrganizationLocationsOfNotificationUser,
  listOrganizationLocationsOfUser,
  listSitesOfOrganizationLocation,
  setForecastLocation,
  setOrganizationLocationsOfUser,
  unlinkSite,
  updateLocation,
  updateOrganizationLocation,
  type Location,
  type ListedOrganizationLocation,
  type OrganizationLocation,
} from '#contract/places/locations'
import { readActs } from '#server/platform/audit'
import type { TestPerson } from '#server/house/testing'
import { openPeople } from './people.testing.ts'

const { world, customerId, groupId, admin, assistant, person, stranger, supporter } = await openPeople()
afterAll(() => world.close())

const park = { name: 'Park', address: 'Norman, OK', latitude: 35.2, longitude: -97.4 }

async function define(name = 'Park', as = admin): Promise<OrganizationLocation> {
  const answer = await world.ask(addOrganizationLocation, { body: { ...park, name } }, as)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return (answer.body.data as { organizationLocation: OrganizationLocation }).organizationLocation
}

const asListed = (place: OrganizationLocation): ListedOrganizationLocation => ({
  ...place,
  label: place.name,
  forecastLocation: false,
  sirenSettings: null,
})

async function newPerson(role: 'Customer' | 'Admin' = 'Customer'): Promise<TestPerson> {
  return world.person({ role, customerId, groupId })
}

async function own(as: TestPerson): Promise<Location[]> {
  return (await world.ask(listLocations, {}, as)).body.data as Location[]
}

type List = Asked<typeof setOrganizationLocationsOfUser>['body']
function give(to: TestPerson, body: List, as = admin) {
  return world.ask(setOrganizationLocationsOfUser, { params: { userId: to.id }, body }, as)
}

/** The place as the Users page sends it (document 2 section 7). */
function asSent(place: OrganizationLocation): List[number] {
  return {
    radius1: 10,
    radius2: 20,
    radius3: 30,
    organizationLocationId: place.id,
    latitude: place.latitude,
    longitude: place.longitude,
    label: place.name,
    locationName: place.address,
    allClearMinutes: 30,
    flags: 2,
    forecastLocation: false,
  }
}

describe('organization locations', () => {
  it('are defined by an administrator and visible only within the customer', async () => {
    const place = await define('Seen')
    expect(place).toEqual({ id: place.id, ...park, name: 'Seen', riskProfileId: null, version: 1 })
    const params = { id: String(customerId) }
    for (const caller of [admin, assistant, person]) {
      expect((await world.ask(listOrganizationLocations, {}, caller)).body.data).toContainEqual(
        asListed(place),
      )
      const ofCustomer = await world.ask(listOrganizationLocationsOfCustomer, { params }, caller)
      expect(ofCustomer.body.data).toContainEqual(asListed(place))
    }
    expect((await world.ask(listOrganizationLocations, {}, stranger)).body.data).toEqual([])
    expect((await world.ask(listOrganizationLocationsOfCustomer, { params }, stranger)).status).toBe(404)
    const seen = await world.ask(listOrganizationLocationsOfCustomer, { params }, supporter)
    expect(seen.body.data).toContainEqual(asListed(place))
  })

  it('cannot be changed, deleted or linked from outside, except by support staff', async () => {
    const place = await define()
    const params = { id: String(place.id) }
    const link = { organizationLocationId: place.id, siteId: groupId }
    expect((await world.ask(updateOrganizationLocation, { body: place }, stranger)).status).toBe(404)
    expect((await world.ask(deleteOrganizationLocation, { params }, stranger)).status).toBe(404)
    expect((await world.ask(listSitesOfOrganizationLocation, { params }, stranger)).status).toBe(404)
    expect((await world.ask(linkSite, { body: link }, stranger)).status).toBe(404)
    expect((await world.ask(updateOrganizationLocation, { body: place }, supporter)).status).toBe(200)
    expect((await world.ask(deleteOrganizationLocation, { params }, supporter)).status).toBe(200)
  })

  it('move together with their linked locations', async () => {
    const [place, one, other] = [await define('Old name'), await newPerson(), await newPerson()]
    await give(one, [asSent(place)])
    const body = { ...park, label: 'My own name', organizationLocationId: place.id }
    const { name: _, address: __, ...mine } = body
    expect((await world.ask(addLocation, { body: mine }, other)).status).toBe(200)

    const moved = { ...place, name: 'New name', address: 'Tulsa, OK', latitude: 36.15, longitude: -95.99 }
    const answer = await world.ask(updateOrganizationLocation, { body: moved }, admin)
    expect(answer.body.data).toBe('Location updated')
    const there = { locationName: 'Tulsa, OK', latitude: 36.15, longitude: -95.99 }
    expect(await own(one)).toEqual([expect.objectContaining({ ...there, label: 'New name' })])
    expect(await own(other)).toEqual([expect.objectContaining({ ...there, label: 'My own name' })])
  })

  it('are deleted while their linked locations stay as their people’s own', async () => {
    const [place, someone] = [await define(), await newPerson()]
    await give(someone, [asSent(place)])
    const params = { id: String(place.id) }
    expect((await world.ask(deleteOrganizationLocation, { params }, admin)).body.data).toBe(
      'Location deleted',
    )
    const [left] = await own(someone)
    expect(left).toMatchObject({ label: 'Park', organizationLocationId: null, type: 0, radius3: 30 })
    const deleted = await world.ask(deleteLocation, { params: { id: String(left?.id) } }, someone)
    expect(deleted.status).toBe(200)
  })

  it('accept only an existing risk profile', async () => {
    const template = await world.ask(addOrganizationLocation, { body: { ...park, riskProfileId: 1 } }, admin)
    expect(template.status).toBe(200)
    const answer = await world.ask(
      addOrganizationLocation,
      { body: { ...park, riskProfileId: 999_999 } },
      admin,
    )
    expect(answer.body.responseException?.errors).toEqual({ RiskProfileId: ['is not a risk profile'] })
  })
})

describe('a location linked to an organization location', () => {
  it('has that one’s position, once per person, and only inside its own customer', async () => {
    const [place, someone] = [await define(), await newPerson()]
    const body = { label: 'Mine', latitude: 1, longitude: 2, organizationLocationId: place.id }
    const added = await world.ask(addLocation, { body }, someone)
    expect(added.body.data).toHaveProperty(
      'location',
      expect.objectContaining({
        label: 'Mine',
        latitude: park.latitude,
        longitude: park.longitude,
        locationName: park.address,
        organizationLocationId: place.id,
        type: 0,
      }),
    )
    const again = await world.ask(addLocation, { body }, someone)
    expect(again.body.responseException?.errors).toEqual({
      OrganizationLocationId: ['is already one of your locations'],
    })
    const abroad = await world.ask(addLocation, { body }, stranger)
    expect(abroad.body.responseException?.errors).toEqual({
      OrganizationLocationId: ['is not one of your organization’s locations'],
    })
  })
})

describe('assigning organization locations to a person', () => {
  it('adds new ones as the Users page sends them, with their alerts on', async () => {
    const [place, someone] = [await define(), await newPerson()]
    const answer = await give(someone, [asSent(place)], assistant)
    expect(answer.body.data).toBe('Locations updated')
    expect(await own(someone)).toEqual([
      expect.objectContaining({
        label: 'Park',
        locationName: 'Norman, OK',
        radius1: 10,
        radius2: 20,
        radius3: 30,
        radius4: 0,
        allClearMinutes: 30,
        flags: 0,
        organizationLocationId: place.id,
        type: 1,
      }),
    ])
  })

  it('uses the same defaults for missing values', async () => {
    const [place, someone] = [await define(), await newPerson()]
    await give(someone, [{ organizationLocationId: place.id }])
    expect(await own(someone)).toEqual([
      expect.objectContaining({ label: 'Park', radius1: 10, radius2: 20, radius3: 30, allClearMinutes: 30 }),
    ])
  })

  it('keeps the settings of existing ones, removes the others, and leaves the person’s own alone', async () => {
    const [kept, dropped, added] = [await define('Kept'), await define('Dropped'), await define('Added')]
    const someone = await newPerson()
    await world.ask(addLocation, { body: { label: 'Own', latitude: 1, longitude: 2 } }, someone)
    await give(someone, [asSent(kept), asSent(dropped)])
    const before = (await own(someone)).find(location => location.label === 'Kept') as Location
    await world.ask(updateLocation, { body: { ...before, radius1: 5 } }, someone)

    await give(someone, [asSent(kept), asSent(added)])
    const after = await own(someone)
    expect(after.map(location => location.label)).toEqual(['Own', 'Kept', 'Added'])
    expect(after[1]).toEqual({ ...before, radius1: 5, version: 2 })
    const listed = await world.ask(listOrganizationLocationsOfUser, { params: { id: someone.id } }, admin)
    expect(listed.body.data).toEqual([added, kept].map(asListed))
  })

  it('reports errors line by line, and then assigns nothing', async () => {
    const [place, abroad, someone] = [await define(), await define('Abroad', stranger), await newPerson()]
    const answer = await give(someone, [
      { ...asSent(place), radius2: 10 },
      asSent(abroad),
      asSent(place),
      { ...asSent(await define()), radius4: 40, allClearMinutes: 7 },
    ])
    expect(answer.status).toBe(400)
    expect(answer.body.responseException?.errors).toEqual({
      '[0].Radius2': ['must be at least 1 mile more than zone 1'],
      '[1].OrganizationLocationId': ['is not one of the organization’s locations'],
      '[2].OrganizationLocationId': ['is listed twice'],
      '[3].Radius4': ['is not part of your organization’s plan'],
      '[3].AllClearMinutes': ['must be 10 to 60 minutes, in steps of 10'],
    })
    expect(await own(someone)).toEqual([])
  })

  it('is allowed to people who manage the person', async () => {
    const outsider = await world.person({ role: 'Customer', customerId })
    const peer = await world.person({ role: 'AssistantAdmin', customerId, groupId })
    const chief = await newPerson('Admin')
    expect((await give(outsider, [], assistant)).status).toBe(404)
    expect((await give(outsider, [], admin)).status).toBe(200)
    expect((await give(peer, [], assistant)).status).toBe(403)
    expect((await give(assistant, [], assistant)).status).toBe(200)
    expect((await give(chief, [], admin)).status).toBe(403)
    expect((await give(person, [], stranger)).status).toBe(404)
    expect((await give(person, [], supporter)).status).toBe(200)
  })
})

describe('the organization locations of a person', () => {
  it('are visible to that person and their administrators', async () => {
    const [place, someone, colleague] = [await define(), await newPerson(), await newPerson()]
    await give(someone, [asSent(place)])
    const ask = (as: TestPerson) =>
      world.ask(listOrganizationLocationsOfUser, { params: { id: someone.id } }, as)
    for (const caller of [someone, assistant, admin, supporter]) {
      expect((await ask(caller)).body.data).toEqual([asListed(place)])
    }
    expect((await ask(colleague)).status).toBe(404)
    expect((await ask(stranger)).status).toBe(404)
  })

  it('have a separate call for notification-only people', async () => {
    const reported = await world.person({ role: 'NotificationOnly', customerId, groupId })
    const ask = (id: string, as = admin) =>
      world.ask(listOrganizationLocationsOfNotificationUser, { params: { id } }, as)
    expect((await ask(reported.id)).body.data).toEqual([])
    expect((await ask(person.id)).status).toBe(404)
    expect((await ask('00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await ask(reported.id, stranger)).status).toBe(404)
  })
})

describe('links to user groups', () => {
  it('are created once, listed and removed', async () => {
    const place = await define()
    const body = { organizationLocationId: place.id, siteId: groupId }
    const first = await world.ask(linkSite, { body }, admin)
    const again = await world.ask(linkSite, { body }, admin)
    expect(first.body.data).toEqual({ id: expect.any(Number) as number, ...body })
    expect(again.body.data).toEqual(first.body.data)
    const params = { id: String(place.id) }
    const listed = () => world.ask(listSitesOfOrganizationLocation, { params }, person)
    expect((await listed()).body.data).toEqual([first.body.data])

    const link = { params: { id: String((first.body.data as { id: number }).id) } }
    expect((await world.ask(unlinkSite, link, stranger)).status).toBe(404)
    expect((await world.ask(unlinkSite, link, admin)).status).toBe(200)
    expect((await world.ask(unlinkSite, link, admin)).status).toBe(404)
    expect((await listed()).body.data).toEqual([])
  })

  it('only accept groups of the same customer', async () => {
    const place = await define()
    const siteId = await world.group(stranger.customerId, 'Elsewhere')
    const body = { organizationLocationId: place.id, siteId }
    for (const caller of [admin, supporter]) {
      const answer = await world.ask(linkSite, { body }, caller)
      expect(answer.body.responseException?.errors).toHaveProperty('SiteId')
    }
  })
})

describe('the audit log', () => {
  it('has every action, under the customer it concerns', async () => {
    const home = await world.customer()
    const chief = await world.person({ role: 'Admin', customerId: home })
    const someone = await world.person({ role: 'Customer', customerId: home })
    const siteId = await world.group(home, 'Here')
    const place = await define('Place', chief)
    await give(someone, [asSent(place)], chief)
    await give(someone, [asSent(place)], chief) // changes nothing, so there is nothing to record
    const link = await world.ask(linkSite, { body: { organizationLocationId: place.id, siteId } }, chief)
    const { id } = link.body.data as { id: number }
    await world.ask(unlinkSite, { params: { id: String(id) } }, chief)
    await world.ask(updateOrganizationLocation, { body: { ...place, latitude: 36 } }, supporter)
    await world.ask(deleteOrganizationLocation, { params: { id: String(place.id) } }, chief)
    const acts = await readActs(world.house.store.db, home, { count: 20 })
    expect(acts.map(act => act.action).toReversed()).toEqual([
      'organization location added',
      'organization locations given',
      'organization location linked',
      'organization location unlinked',
      'organization location changed',
      'organization location deleted',
    ])
    expect(acts[1]).toMatchObject({
      actor_id: supporter.id,
      before: { latitude: 35.2 },
      after: { latitude: 36 },
    })
  })
})

describe('a listed organization location', () => {
  it('has its label, and whether it is the person’s forecast location', async () => {
    const place = await define('Listed')
    const someone = await newPerson()
    const { latitude, longitude } = park
    const body = { label: 'Listed', latitude, longitude, organizationLocationId: place.id }
    const added = await world.ask(addLocation, { body }, someone)
    const { id } = (added.body.data as { location: Location }).location
    const seen = async () => {
      const params = { id: someone.id }
      const { body: of } = await world.ask(listOrganizationLocationsOfUser, { params }, admin)
      const { body: all } = await world.ask(listOrganizationLocations, {}, someone)
      return [of, all].map(each =>
        (each.data as ListedOrganizationLocation[]).find(one => one.id === place.id),
      )
    }
    const listed = { label: 'Listed', forecastLocation: false, sirenSettings: null }
    expect(await seen()).toMatchObject([listed, listed])
    await world.ask(setForecastLocation, { params: { id: String(id) } }, someone)
    expect(await seen()).toMatchObject([{ forecastLocation: true }, { forecastLocation: true }])
  })
})
