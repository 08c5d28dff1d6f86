import { expect, test, type Page } from '@playwright/test'
import { detail } from './steps/detail.ts'
import { goTo, openAs, people } from './steps/people.ts'
import { baseURL } from './servers/server.ts'
import { Browser, codeIn, exchange, startSignIn, submitSignIn } from '#server/house/browser.testing'
import { demoPassword } from './steps/accounts.ts'

type Who = keyof typeof people
const everybody = ['superAdmin', 'admin', 'assistant', 'customer', 'other'] as const satisfies readonly Who[]
const administrators = ['superAdmin', 'admin', 'assistant', 'other'] as const satisfies readonly Who[]
/** The organization of 'other' was granted only Ask a Meteorologist and Widgets. */
const fullyEquipped = ['superAdmin', 'admin', 'assistant'] as const satisfies readonly Who[]

/** What people who are not in `who` get instead: the no-access page, or the page they are redirected to. */
interface Row {
  readonly path: string
  readonly heading: string | RegExp
  readonly who: readonly Who[]
  readonly others?: Partial<Record<Who, { readonly at: string; readonly heading: string | RegExp }>>
  /** Where people with access end up, if not on the page itself. */
  readonly leadsTo?: string
}

const noAccess = 'You do not have access to view this page.'

/** A second, independent copy of sections 2.1 and 6 of document 3. The app must agree with it. */
const rows: readonly Row[] = [
  // People with places see one of them; the weather decides which.
  {
    path: '/',
    heading:
      /^(Home|Norman Stadium|Phoenix Yard|Tampa Pier|Fresno Fields|Buffalo Depot|Amarillo Crane|Tulsa Hall)$/,
    who: everybody,
  },
  // The page's content is not part of the product, so it is not built.
  { path: '/Counter', heading: 'Page not found', who: everybody },
  { path: '/Hardware', heading: 'On-Site Hardware', who: administrators },
  // Assistants see instruments, read-only.
  { path: '/Hardware/Instruments/New', heading: 'Add an instrument', who: ['superAdmin', 'admin', 'other'] },
  // An instrument that does not exist or belongs to someone else. The page looks the same in both cases.
  { path: '/Hardware/Instruments/0', heading: 'Instrument', who: administrators },
  { path: '/Locations/Norman', heading: 'Hello, Norman!', who: everybody },
  { path: '/Notifications', heading: 'My Notifications', who: everybody },
  { path: '/NotificationSettings', heading: 'My Notification Settings', who: everybody },
  { path: '/Consultation', heading: 'Ask a Meteorologist', who: administrators },
  { path: '/Users', heading: 'Users', who: administrators },
  { path: '/Policies', heading: 'Policies', who: administrators },
  { path: '/AirQuality', heading: 'Air Quality', who: everybody },
  { path: '/Profile', heading: 'My Profile', who: everybody },
  { path: '/Privacy', heading: 'What we store about you', who: everybody },
  { path: '/PAStoredMessages', heading: 'Stored PA Messages', who: fullyEquipped },
  { path: '/MassNotify', heading: 'Notify Users', who: fullyEquipped },
  {
    path: '/Historical/{station}',
    heading: 'Norman High School',
    who: ['superAdmin', 'admin', 'assistant', 'customer'],
    others: { other: { at: '/Historical/{station}', heading: noAccess } },
  },
  {
    path: '/Historical/{station}/{image}',
    heading: 'Norman High School',
    who: ['superAdmin', 'admin', 'assistant', 'customer'],
    others: { other: { at: '/Historical/{station}/{image}', heading: noAccess } },
  },
  { path: '/Unauthorized', heading: noAccess, who: everybody },
  { path: '/Widgets', heading: 'Widget Builder', who: administrators },
  { path: '/widgets', heading: 'Widget Builder', who: administrators },
  { path: '/Widgets/{own customer}/builder', heading: 'Widget Builder', who: administrators },
  { path: '/widgets/{own customer}/builder', heading: 'Widget Builder', who: administrators },
  // Only Super Admin edits other customers' widgets.
  { path: '/widgets/{demo customer}/builder', heading: 'Widget Builder', who: fullyEquipped },
  { path: '/LiveCamera', heading: 'Live Camera', who: fullyEquipped },
  { path: '/LiveCamera/Logs/{own customer}', heading: 'Live Camera - Logs', who: fullyEquipped },
  { path: '/Integrations', heading: 'Integrations', who: [...fullyEquipped, 'customer'] },
  // The integration is not connected.
  {
    path: '/Integrations/Singlewire',
    leadsTo: '/Integrations',
    heading: 'Integrations',
    who: fullyEquipped,
  },
  // 'other' is redirected to /Integrations, and from there to where everyone without access goes.
  { path: '/Integrations/SSO', heading: 'Single Sign-On', who: fullyEquipped },
  { path: '/Broadcast', heading: 'Broadcast View', who: [...fullyEquipped, 'customer'] },
]

/** Public, standalone pages that depend on their URL's parameters, which are empty here. */
const withoutSignIn: readonly Pick<Row, 'path' | 'heading'>[] = [
  { path: '/impersonation', heading: 'Impersonation could not be started' },
  { path: '/public/DemoParksandSchools/NormanStadiumSiren/Widget', heading: 'Norman Stadium' },
  { path: '/Callback', heading: 'Sign-in did not work' },
]

const operations = ['Status', 'Customers', 'Feed Keys', 'Outbox', 'Audit Log']

const administration = [
  'Home',
  'Live Radar',
  'On-Site Hardware',
  'Air Quality Index',
  'Reports',
  'Ask a Meteorologist',
  'Users',
  'Policies',
  'Notify Users',
  'Widgets',
  'Live Camera',
  'Integrations',
  'Broadcast',
]

/** The entries in each person's sidebar, in order. */
const sidebars: Readonly<Record<Who, readonly string[]>> = {
  superAdmin: [...administration, ...operations],
  admin: administration,
  assistant: administration,
  customer: ['Home', 'Live Radar', 'Reports', 'Integrations', 'Broadcast'],
  other: [
    'Home',
    'Live Radar',
    'On-Site Hardware',
    'Air Quality Index',
    'Ask a Meteorologist',
    'Users',
    'Policies',
    'Widgets',
  ],
}

async function sidebar(page: Page): Promise<string[]> {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts()
}

/** Returns the width of the hyphen in 'On-Site Hardware', in ems. In tabular figures it is as wide as a digit, 0.6. */
const hyphenWidth = (page: Page) =>
  page.getByText('On-Site Hardware', { exact: true }).evaluate(label => {
    const range = document.createRange()
    const text = label.lastChild as Text
    range.setStart(text, text.data.indexOf('-'))
    range.setEnd(text, text.data.indexOf('-') + 1)
    return range.getBoundingClientRect().width / parseFloat(getComputedStyle(label).fontSize)
  })

let station: string
let customers: Readonly<Record<Who, string>>

async function readAs(who: Who, path: string): Promise<unknown> {
  const attempt = startSignIn(baseURL)
  const back = await submitSignIn(new Browser(baseURL), attempt, people[who], demoPassword)
  const { access_token: token } = await exchange(baseURL, attempt, codeIn(back))
  const reply = await fetch(baseURL + path, { headers: { authorization: `Bearer ${token}` } })
  return ((await reply.json()) as { data: unknown }).data
}

test.beforeAll(async () => {
  const [stations, all] = (await Promise.all([
    readAs('admin', '/api/WeatherStation'),
    readAs('superAdmin', '/api/customer'),
  ])) as [{ id: number; hardwareId: string }[], { id: number; name: string }[]]
  const customer = (name: string) => String(all.find(each => each.name === name)?.id)
  station = String(stations.find(({ hardwareId }) => hardwareId === 'wxs-norman')?.id)
  const demo = customer('Demo Parks and Schools')
  customers = {
    superAdmin: customer('Skywarden Support'),
    admin: demo,
    assistant: demo,
    customer: demo,
    other: customer('Other Venues'),
  }
})

function addressOf(path: string, who: Who): string {
  return path
    .replace('{own customer}', customers[who])
    .replace('{demo customer}', customers.admin)
    .replace('{station}', station)
    .replace('{image}', encodeURIComponent('https://elsewhere.example/picture.jpg'))
}

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, ...(typeof name === 'string' && { exact: true }) })

/** The server refuses what a page must not get, which `access-matrix.test.ts` proves for every call and role. */
const inDetail: readonly Who[] = ['superAdmin', 'assistant', 'other']

for (const who of everybody) {
  const title = `${who} sees their own sidebar, and gets the specified page or redirect on every route`
  test(title, inDetail.includes(who) ? detail : {}, async ({ page }) => {
    const complaints: string[] = []
    page.on('console', message => {
      // The browser itself logs each error response. Here the server hides a station from other organizations' people.
      const { url } = message.location()
      const isHidden = who === 'other' && url.endsWith(`/api/WeatherStation/${station}`)
      const isAbsent = url.endsWith('/api/Instrument/0')
      const isRefusal = (isHidden || isAbsent) && /Failed to load resource.* 404 /.test(message.text())
      if (message.type() === 'error' && !isRefusal) complaints.push(`${page.url()}: ${message.text()} ${url}`)
    })
    page.on('pageerror', error => complaints.push(`${page.url()}: ${error.message}`))
    await openAs(page, people[who], '/Profile')
    await expect.poll(() => sidebar(page)).toEqual(sidebars[who])
    if (who === 'admin') expect(await hyphenWidth(page)).toBeLessThan(0.5)
    for (const row of rows) {
      await test.step(row.path, async () => {
        const mayEnter = row.who.includes(who)
        const found = mayEnter
          ? { at: row.leadsTo ?? row.path, heading: row.heading }
          : (row.others?.[who] ?? { at: '/Unauthorized', heading: noAccess })
        await goTo(page, addressOf(row.path, who))
        await expect(heading(page, found.heading)).toBeVisible()
        await expect(page).toHaveURL(new URL(addressOf(found.at, who), baseURL).href)
      })
    }
    for (const { path, heading: name } of withoutSignIn) {
      await test.step(path, async () => {
        await page.goto(path)
        await expect(heading(page, name)).toBeVisible()
      })
    }
    // Only the identity provider redirects there, and only the URL is read, so there is nothing to render.
    expect((await page.request.get('/SilentRenew')).status()).toBe(204)
    expect(complaints).toEqual([])
  })
}
