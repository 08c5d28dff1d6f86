import { adminRoles } from '#domain/access/roles'
import { mostSites } from '#domain/widgets/allowed-sites'
import { conditionCodes, forecastCodes } from '#domain/widgets/conditions'
import {
  defaultWidth,
  leastWidth,
  longestMessage,
  longestName,
  mostConditions,
  mostWidth,
  widgetTexts,
} from '#domain/widgets/widget'
import { call } from '#contract/call'
import { policyShortName } from '#contract/places/policies'
import { emailAddress, idNumber, idText, instant, nothing, personId, version } from '#contract/shapes'
import * as z from 'zod/mini'

const builders = { roles: adminRoles, permissions: ['widget.access'] } as const

const conditionCode = z.literal(conditionCodes, 'must be a condition, from 0 to 9')
const theme = z.literal([0, 1], 'must be 0, dark, or 1, light')
const widgetType = z.literal([0, 1, 2], 'must be 0, default, 1, image, or 2, radar')
const widgetForecast = z.strictObject({
  forecastType: z.enum(['hourly', 'daily'], 'must be hourly or daily'),
  conditionType: z.literal(forecastCodes, 'must be -1, none, or a condition from 0 to 5'),
})

export const widgetPolicy = z.object({
  id: idNumber,
  policyTypeShortName: policyShortName,
  policyTypeName: z.string(),
  threshold: z.number(),
  unit: z.string(),
  sites: z.array(idNumber),
})
export type WidgetPolicy = z.output<typeof widgetPolicy>

export const widget = z.object({
  id: idNumber,
  name: z.string(),
  customerId: idNumber,
  customerName: z.string(),
  orgLocId: idNumber,
  orgLocName: z.string(),
  theme,
  type: widgetType,
  primaryCondition: conditionCode,
  widgetConditions: z.array(conditionCode),
  widgetForecasts: z.array(widgetForecast),
  policyGroupId: idNumber,
  headerMessage: z.nullable(z.string()),
  headerMessageExpiration: z.nullable(instant),
  weatherStationId: z.nullable(idNumber),
  primaryThreshold: z.nullable(z.number()),
  /** Pixels; null for all available space. */
  width: z.nullable(z.number()),
  creatorId: z.nullable(personId),
  policies: z.array(widgetPolicy),
  allowedSites: z.array(z.string()),
  embedUrl: z.string(),
  version,
})
export type Widget = z.output<typeof widget>

const fields = {
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, widgetTexts.name),
      z.maxLength(longestName, `must have at most ${longestName} characters`),
      z.regex(/^\P{Cc}*$/u, 'must not contain control characters'),
    ),
  orgLocId: idNumber,
  theme: z._default(theme, 1),
  type: z._default(widgetType, 0),
  primaryCondition: z._default(conditionCode, 0),
  widgetConditions: z._default(
    z.array(conditionCode).check(
      z.maxLength(mostConditions, `must have at most ${mostConditions} conditions`),
      z.refine(codes => new Set(codes).size === codes.length, 'must not name a condition twice'),
    ),
    [],
  ),
  widgetForecasts: z._default(
    z.array(widgetForecast).check(
      z.maxLength(2, 'must have at most one hourly and one daily forecast'),
      z.refine(
        some => new Set(some.map(({ forecastType }) => forecastType)).size === some.length,
        'must have at most one hourly and one daily forecast',
      ),
    ),
    [],
  ),
  policyGroupId: z.number(widgetTexts.group).check(z.int(widgetTexts.group), z.positive(widgetTexts.group)),
  headerMessage: z._default(
    z.nullable(
      z
        .string()
        .check(z.trim(), z.maxLength(longestMessage, `must have at most ${longestMessage} characters`)),
    ),
    null,
  ),
  headerMessageExpiration: z._default(z.nullable(instant), null),
  weatherStationId: z._default(z.nullable(idNumber), null),
  primaryThreshold: z._default(
    z.nullable(
      z
        .number()
        .check(z.minimum(-100, 'must be from -100 to 1000'), z.maximum(1000, 'must be from -100 to 1000')),
    ),
    null,
  ),
  width: z._default(
    z.nullable(
      z
        .number()
        .check(
          z.int('must be a whole number of pixels'),
          z.minimum(leastWidth, widgetTexts.width),
          z.maximum(mostWidth, `must be at most ${mostWidth} pixels`),
        ),
    ),
    defaultWidth,
  ),
  allowedSites: z._default(
    z
      .array(z.string().check(z.maxLength(300, 'must have at most 300 characters')))
      .check(z.maxLength(mostSites, `must have at most ${mostSites} sites`)),
    [],
  ),
}

const oneWidget = z.strictObject({ id: idText })

export const listWidgetsOfCustomer = call({
  name: 'listWidgetsOfCustomer',
  summary: 'List a customer’s widgets: your own customer, or any customer for Super Admin',
  method: 'GET',
  path: '/api/Widget/Customer/{customerId}',
  who: builders,
  params: z.strictObject({ customerId: idText }),
  reply: z.array(widget),
})

export const listAllWidgets = call({
  name: 'listAllWidgets',
  summary: 'List the widgets of all customers',
  method: 'GET',
  path: '/api/Widget/All',
  who: { roles: ['SuperAdmin'], permissions: ['widget.access'] },
  reply: z.array(widget),
})

export const getWidget = call({
  name: 'getWidget',
  summary: 'Get a widget with its settings',
  method: 'GET',
  path: '/api/Widget/{id}',
  who: builders,
  params: oneWidget,
  reply: widget,
})

export const createWidget = call({
  name: 'createWidget',
  summary: 'Create a widget for your organization, or for any customer as Super Admin',
  method: 'POST',
  path: '/api/Widget',
  who: builders,
  body: z.strictObject({ ...fields, customerId: idNumber }),
  reply: widget,
})

export const updateWidget = call({
  name: 'updateWidget',
  summary: 'Update a widget; pages that embed it change within seconds',
  method: 'PUT',
  path: '/api/Widget/{id}',
  who: builders,
  params: oneWidget,
  body: z.strictObject({ ...fields, version: z.optional(version) }),
  reply: widget,
  current: widget,
})

export const deleteWidget = call({
  name: 'deleteWidget',
  summary: 'Delete a widget; pages that embed it say so',
  method: 'DELETE',
  path: '/api/Widget/{id}',
  who: builders,
  params: oneWidget,
  reply: nothing,
})

export const shareWidget = call({
  name: 'shareWidget',
  summary: 'Email a widget’s embed code to someone',
  method: 'POST',
  path: '/api/Widget/Share',
  who: builders,
  whileActingAs: 'refused',
  body: z.strictObject({
    recipient: emailAddress,
    widgetId: idNumber,
    sender: z.optional(z.string().check(z.maxLength(254, 'must have at most 254 characters'))),
  }),
  reply: z.string(),
})

export const widgetChoices = call({
  name: 'widgetChoices',
  summary: 'Get the options for building a widget',
  method: 'GET',
  path: '/api/Widget/Choices/{customerId}',
  who: builders,
  params: z.strictObject({ customerId: idText }),
  reply: z.object({
    customerName: z.string(),
    locations: z.array(z.object({ id: idNumber, name: z.string() })),
    groups: z.array(z.object({ id: idNumber, name: z.string(), policies: z.array(widgetPolicy) })),
    stations: z.array(z.object({ id: idNumber, name: z.string(), hasImage: z.boolean() })),
  }),
})
export type WidgetChoices = z.output<typeof widgetChoices.reply>

// The page embedded in other sites

const embeddedValue = z.object({
  condition: conditionCode,
  value: z.nullable(z.number()),
  observedAt: z.nullable(instant),
  isStale: z.boolean(),
})
export type EmbeddedValue = z.output<typeof embeddedValue>

export const embedData = z.object({
  locationName: z.string(),
  timeZone: z.nullable(z.string()),
  theme,
  type: widgetType,
  headerMessage: z.nullable(z.string()),
  headerMessageExpiration: z.nullable(instant),
  asOf: instant,
  /** How long the rings stay valid. */
  validForMs: z.number(),
  rings: z.array(
    z.object({
      ring: z.number(),
      radiusMiles: z.number(),
      allClearMinutes: z.number(),
      state: z.enum(['Delay', 'AllClear', 'Unknown']),
      endsAt: z.nullable(instant),
      stale: z.boolean(),
      /** For All Clear: whether the only proof comes from a satellite. */
      satelliteOnly: z.boolean(),
    }),
  ),
  /** The station whose values are shown; null if they are from the nearest source. */
  stationName: z.nullable(z.string()),
  primary: embeddedValue,
  primaryThreshold: z.nullable(z.number()),
  conditions: z.array(embeddedValue),
  forecasts: z.array(
    z.object({
      forecastType: z.enum(['hourly', 'daily']),
      condition: conditionCode,
      entries: z.array(z.object({ time: instant, value: z.nullable(z.number()) })),
    }),
  ),
  policies: z.array(z.string()),
  /** The station camera's newest image; null if there is none. */
  image: z.nullable(z.object({ url: z.string(), takenAt: instant })),
  /** The radar image around the place; null if there is none. */
  radar: z.nullable(z.object({ url: z.string(), validAt: instant, milesAcross: z.number() })),
  isSimulated: z.boolean(),
  /** The page version of this server. A page with another version reloads itself. */
  build: z.string(),
})
export type EmbedData = z.output<typeof embedData>

export const previewWidget = call({
  name: 'previewWidget',
  summary: 'Preview a widget with unsaved settings',
  method: 'POST',
  onlyReads: true,
  path: '/api/Widget/Preview',
  who: builders,
  body: z.strictObject({ ...fields, name: z.string(), customerId: idNumber }),
  reply: embedData,
})

export const embedWidget = call({
  name: 'embedWidget',
  summary: 'Get what a widget shows now, by the key in its address',
  method: 'GET',
  path: '/api/Widget/Embed/{key}',
  who: 'anyone',
  machines: true,
  onOtherSites: true,
  params: z.strictObject({ key: z.string().check(z.maxLength(100)) }),
  /** A different value each time, so that no cache returns an old response. */
  query: z.strictObject({ at: z.optional(z.string().check(z.maxLength(40))) }),
  reply: embedData,
})
