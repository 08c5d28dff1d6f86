import { CustomerBanner } from './CustomerBanner.tsx'
import { SecondFactorNote } from './SecondFactorNote.tsx'
import { holderOf } from './holder.ts'
import { ImpersonationBanner } from './ImpersonationBanner.tsx'
import { MenuDrawer } from './MenuDrawer.tsx'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import classes from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { TopBar } from './TopBar.tsx'
import { useSessionNotice } from './use-session-notice.ts'
import { isKioskAddress } from './kiosk.ts'
import { useHasNoAirSensors } from '#web/data/weather/air-quality.ts'
import { useAnalytics } from '#web/data/people/analytics.ts'
import { plainReason, RequestRefused } from '#web/data/requests/failures.ts'
import { useCurrentUser } from '#web/data/people/users.ts'
import { FullPage } from '#web/parts/page/FullPage.tsx'
import { fetchedPart } from '#web/parts/page/fetched-part.tsx'
import { useRemembered } from '#web/parts/browser/use-remembered.ts'
import { LoadingPage } from '#web/session/LoadingPage.tsx'
import { identityOf } from '#web/session/store.ts'
import { useSession } from '#web/session/use-session.ts'
import { pageAt, sidebarFor, type Page } from '#web/routes.tsx'
import type { CurrentUser } from '#contract/people/users'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useDeferredValue, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'

/** Loaded after the page itself, because it inspects this browser and rarely shows anything. */
const PushNote = fetchedPart(() => import('./PushNote.tsx').then(file => file.PushNote))

/** The frame around every page. Remounted when someone else signs in, so that no state carries over. */
export function Shell() {
  const identity = identityOf(useSession())
  return <ShellForOne key={identity} />
}

function ShellForOne() {
  const { data: me, error, refetch } = useCurrentUser()
  // The page is rendered in slices, because rendering it in one task would block the browser.
  const shown = useDeferredValue(me)
  useSessionNotice()
  if (shown) return <Frame me={shown} />
  if (error instanceof RequestRefused && [403, 404].includes(error.status))
    return <Navigate to="/Unauthorized" replace />
  if (me || !error) return <LoadingPage />
  return (
    <FullPage
      title="Skywarden cannot be reached"
      actions={<Button onClick={() => void refetch()}>Try again</Button>}
    >
      {plainReason(error)}
    </FullPage>
  )
}

const readShown = (kept: string | null) => kept !== 'hidden'
const formatShown = (isShown: boolean) => (isShown ? 'shown' : 'hidden')

const needsAirSensors = ({ sidebar }: Page) => sidebar?.onDesktop === 'with-air-sensors'

function Frame({ me }: { me: CurrentUser }) {
  const [menuOpen, setMenuOpen] = useState(false)
  const { pathname, search } = useLocation()
  const [isSidebarShown, showSidebar] = useRemembered('skywarden:sidebar', readShown, formatShown)
  const isKiosk = isKioskAddress(pathname, search)
  useAnalytics(me, pageAt(pathname)?.path)
  const pages = sidebarFor(holderOf(me))
  const hasNoAirSensors = useHasNoAirSensors(pages.some(needsAirSensors))
  const isInDrawer = useMediaQuery('(max-width: 900px)', undefined, { getInitialValueInEffect: false })
  const onLeave = () => setMenuOpen(false)
  return (
    <div
      className={classes.frame}
      data-side={isSidebarShown && !isKiosk ? undefined : 'hidden'}
      data-kiosk={isKiosk || undefined}
    >
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      {!isInDrawer && (
        <aside id="sidebar" className={classes.side}>
          <Sidebar
            pages={pages.filter(page => !(hasNoAirSensors && needsAirSensors(page)))}
            me={me}
            onLeave={onLeave}
          />
        </aside>
      )}
      <MenuDrawer open={menuOpen} onClose={onLeave}>
        <Sidebar pages={pages} me={me} onLeave={onLeave} />
      </MenuDrawer>
      <div className={classes.column}>
        <ImpersonationBanner />
        {!isKiosk && (
          <TopBar
            me={me}
            onMenu={() => setMenuOpen(true)}
            isSidebarShown={isSidebarShown}
            onSidebar={showSidebar}
          />
        )}
        <main id="main" tabIndex={-1} className={classes.main}>
          <CustomerBanner customerId={me.customerId} />
          {me.owesSecondFactor && <SecondFactorNote />}
          {!isKiosk && <PushNote personId={me.id} />}
          <ScreenBoundary key={pathname}>
            <Outlet />
          </ScreenBoundary>
        </main>
      </div>
    </div>
  )
}
