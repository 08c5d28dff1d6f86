import { adminRoles } from '#domain/access/roles'
import { call } from '#contract/call'
import { firstPaths } from '#contract/first-paths'
import {
  idNumber,
  idText,
  latitude,
  latitudeText,
  line,
  longitude,
  longitudeText,
  nothing,
  personId,
  version,
} from '#contract/shapes'
import * as z from 'zod/mini'

export const location = z.object({
  id: idNumber,
  label: z.string(),
  /** The address. */
  locationName: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  radius1: z.number(),
  radius2: z.number(),
  radius3: z.number(),
  radius4: z.number(),
  allClearMinutes: z.number(),
  flags: z.number(),
  forecastLocation: z.boolean(),
  organizationLocationId: z.nullable(z.number()),
  /** 1 if assigned by the organization, in which case the user can neither rename nor delete it. Otherwise 0. */
  type: z.number(),
  /** The place's local time zone. Derived from the position, never taken from a form. */
  timeZone: z.string(),
  version,
})
export type Location = z.output<typeof location>

const address = z
  .string()
  .check(
    z.trim(),
    z.maxLength(200, 'must have at most 200 characters'),
    z.regex(/^\P{Cc}*$/u, 'must not contain control characters'),
  )

/** The lightning rules decide which radii may be combined. Null and 0 mean that a ring is off. */
const radius = z.optional(z.nullable(z.number()))

/** Omitted fields keep their values, or get defaults in a new location. */
const locationFields = {
  label: line(80),
  locationName: z.optional(address),
  latitude,
  longitude,
  radius1: radius,
  radius2: radius,
  radius3: radius,
  radius4: radius,
  allClearMinutes: z.optional(z.number()),
  flags: z.optional(
    z
      .number()
      .check(z.int('must be a whole number'), z.minimum(0, 'is unknown'), z.maximum(31, 'is unknown')),
  ),
  forecastLocation: z.optional(z.boolean()),
  organizationLocationId: z.optional(z.nullable(idNumber)),
  /** Forms send back what they received, but type and time zone are never taken from them. */
  type: z.optional(z.number()),
  timeZone: z.optional(z.string()),
  /** The version from which the change was made; ignored for new objects. */
  version: z.optional(version),
}

export const newLocation = z.strictObject({ ...locationFields, id: z.optional(z.nullable(z.number())) })
export type NewLocation = z.output<typeof newLocation>

export const changedLocation = z.strictObject({ ...locationFields, id: idNumber })
export type ChangedLocation = z.output<typeof changedLocation>

/** A message for the person who made the request. */
const message = z.string()
const oneLocation = z.strictObject({ id: idText })

export const listLocations = call({
  name: 'listLocations',
  summary: 'List your locations',
  method: 'GET',
  path: firstPaths.locations,
  who: 'signed-in',
  reply: z.array(location),
})

/**
 * Some clients send the header NotificationOnlyUser. It has no effect: the caller's identity decides what is visible.
 */
export const listLocationsOfUser = call({
  name: 'listLocationsOfUser',
  summary: 'List the locations of a person whom the caller manages',
  method: 'GET',
  path: '/api/location/user/{userId}',
  who: { roles: adminRoles },
  params: z.strictObject({ userId: personId }),
  reply: z.array(location),
})

export const addLocation = call({
  name: 'addLocation',
  summary: 'Add one of your locations',
  method: 'POST',
  path: '/api/location/Add',
  who: 'signed-in',
  body: newLocation,
  reply: z.object({ message, location }),
})

export const updateLocation = call({
  name: 'updateLocation',
  summary: 'Update one of your locations',
  method: 'POST',
  path: '/api/location/Update',
  who: 'signed-in',
  body: changedLocation,
  reply: message,
  current: location,
})

export const setForecastLocation = call({
  name: 'setForecastLocation',
  summary: 'Make a location its owner’s forecast location',
  method: 'POST',
  path: '/api/location/Update/ForecastLocation/{id}',
  who: 'signed-in',
  params: oneLocation,
  reply: message,
})

export const deleteLocation = call({
  name: 'deleteLocation',
  summary: 'Delete one of your locations',
  method: 'DELETE',
  path: '/api/location/{id}',
  who: 'signed-in',
  params: oneLocation,
  reply: message,
})

export const givenLocation = z.strictObject({
  ...locationFields,
  label: z.optional(line(80)),
  latitude: z.optional(latitude),
  longitude: z.optional(longitude),
  organizationLocationId: idNumber,
  id: z.optional(z.nullable(z.number())),
})
export type GivenLocation = z.output<typeof givenLocation>

export const setOrganizationLocationsOfUser = call({
  name: 'setOrganizationLocationsOfUser',
  summary: 'Set a person’s organization locations; existing ones keep their settings',
  method: 'POST',
  path: '/api/location/Update/OrganizationLocation/{userId}',
  who: { roles: adminRoles },
  params: z.strictObject({ userId: personId }),
  body: z.array(givenLocation).check(z.maxLength(500, 'must have at most 500 locations')),
  reply: message,
})

export const checkRestriction = call({
  name: 'checkRestriction',
  summary: 'Check whether a location at this point needs a warning first',
  method: 'POST',
  onlyReads: true,
  path: '/api/location/Restriction',
  who: 'signed-in',
  body: z.strictObject({ Latitude: latitude, Longitude: longitude }),
  reply: z.object({ title: z.string(), message: z.string(), display: z.boolean() }),
})

export const foundPlace = z.object({
  name: z.string(),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})
export type FoundPlace = z.output<typeof foundPlace>

export const searchAddress = call({
  name: 'searchAddress',
  summary: 'Search cities and towns, or addresses where a geocoder is configured, best match first',
  method: 'GET',
  path: '/api/location/Search',
  who: 'signed-in',
  query: z.strictObject({ text: line(200) }),
  reply: z.array(foundPlace),
})

export const reverseLookup = call({
  name: 'reverseLookup',
  summary: 'Get the nearest address or town to a point, or null if none is within 60 miles',
  method: 'GET',
  path: '/api/location/Reverse',
  who: 'signed-in',
  query: z.strictObject({ latitude: latitudeText, longitude: longitudeText }),
  reply: z.nullable(
    z.extend(foundPlace, {
      distanceMiles: z.number(),
      /** A description such as '3.2 mi NW of Norman, OK'. */
      description: z.string(),
    }),
  ),
})

// Organization locations

export const organizationLocation = z.object({
  id: idNumber,
  name: z.string(),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  riskProfileId: z.nullable(z.number()),
  version,
})
export type OrganizationLocation = z.output<typeof organizationLocation>

/** An organization location, as listed for a person. */
const listedOrganizationLocation = z.extend(organizationLocation, {
  label: z.string(),
  /** Whether the person gets forecasts for the location. */
  forecastLocation: z.boolean(),
  /** Range of the sirens there, in miles; null if there are none. */
  sirenSettings: z.nullable(z.object({ radius: z.number() })),
})
export type ListedOrganizationLocation = z.output<typeof listedOrganizationLocation>

const keepers = { roles: ['SuperAdmin', 'Admin'] } as const
const organizationLocationFields = {
  name: line(80),
  address: z._default(address, ''),
  latitude,
  longitude,
  riskProfileId: z._default(z.nullable(idNumber), null),
}
const oneOrganizationLocation = z.strictObject({ id: idText })

export const listOrganizationLocations = call({
  name: 'listOrganizationLocations',
  summary: 'List your organization’s locations',
  method: 'GET',
  path: '/api/organizationLocation',
  who: 'signed-in',
  reply: z.array(listedOrganizationLocation),
})

export const listOrganizationLocationsOfCustomer = call({
  name: 'listOrganizationLocationsOfCustomer',
  summary: 'List a customer’s organization locations: your own customer, or any customer for Super Admin',
  method: 'GET',
  path: '/api/organizationLocation/customer/{id}',
  who: 'signed-in',
  params: z.strictObject({ id: idText }),
  reply: z.array(listedOrganizationLocation),
})

export const listOrganizationLocationsOfUser = call({
  name: 'listOrganizationLocationsOfUser',
  summary: 'List a person’s organization locations: your own, or those of a person you manage',
  method: 'GET',
  path: '/api/organizationLocation/user/{id}',
  who: 'signed-in',
  params: z.strictObject({ id: personId }),
  reply: z.array(listedOrganizationLocation),
})

export const listOrganizationLocationsOfNotificationUser = call({
  name: 'listOrganizationLocationsOfNotificationUser',
  summary: 'List a notification-only person’s organization locations',
  method: 'GET',
  path: '/api/organizationLocation/NotiUser/{id}',
  who: { roles: adminRoles },
  params: z.strictObject({ id: personId }),
  reply: z.array(listedOrganizationLocation),
})

export const addOrganizationLocation = call({
  name: 'addOrganizationLocation',
  summary: 'Add an organization location',
  method: 'POST',
  path: '/api/organizationLocation/Add',
  who: keepers,
  body: z.strictObject(organizationLocationFields),
  reply: z.object({ message, organizationLocation }),
})

export const updateOrganizationLocation = call({
  name: 'updateOrganizationLocation',
  summary: 'Update an organization location and move the personal locations linked to it',
  method: 'POST',
  path: '/api/organizationLocation/Update',
  who: keepers,
  body: z.strictObject({ ...organizationLocationFields, id: idNumber, version: z.optional(version) }),
  reply: message,
  current: organizationLocation,
})

export const deleteOrganizationLocation = call({
  name: 'deleteOrganizationLocation',
  summary: 'Delete an organization location; linked personal locations are kept by their owners',
  method: 'DELETE',
  path: '/api/organizationLocation/{id}',
  who: keepers,
  params: oneOrganizationLocation,
  reply: message,
})

/** An organization location's link to a user group. */
export const organizationLocationSite = z.object({
  id: idNumber,
  organizationLocationId: idNumber,
  siteId: idNumber,
})

export const listSitesOfOrganizationLocation = call({
  name: 'listSitesOfOrganizationLocation',
  summary: 'List the user groups linked to an organization location',
  method: 'GET',
  path: '/api/organizationLocation/Sites/{id}',
  who: 'signed-in',
  params: oneOrganizationLocation,
  reply: z.array(organizationLocationSite),
})

export const linkSite = call({
  name: 'linkSite',
  summary: 'Link an organization location to a user group; returns an existing link unchanged',
  method: 'POST',
  path: '/api/organizationLocation/Sites',
  who: keepers,
  body: z.strictObject({ organizationLocationId: idNumber, siteId: idNumber }),
  reply: organizationLocationSite,
})

export const unlinkSite = call({
  name: 'unlinkSite',
  summary: 'Unlink an organization location from a user group',
  method: 'DELETE',
  path: '/api/organizationLocation/Sites/{id}',
  who: keepers,
  params: z.strictObject({ id: idText }),
  reply: nothing,
})
