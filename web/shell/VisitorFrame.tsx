import { ScreenBoundary } from './ScreenBoundary.tsx'
import { ThemeMenu } from './ThemeMenu.tsx'
import classes from './VisitorFrame.module.css'
import { useProvider } from '#web/data/people/customers.ts'
import { BrandMark } from '#web/parts/page/BrandMark.tsx'
import { goToSignInPage } from '#web/session/sign-in.ts'
import { Button } from '@mantine/core'
import { Link, Outlet, useLocation } from 'react-router'

/** The frame around a public page for visitors who are not signed in. */
export function VisitorFrame() {
  const { pathname } = useLocation()
  const siteUrl = useProvider().data?.siteUrl
  return (
    <div className={classes.frame}>
      <header className={classes.bar}>
        {siteUrl ? (
          <a href={siteUrl} className={classes.brand} target="_blank" rel="noreferrer noopener">
            <BrandMark />
            Skywarden
          </a>
        ) : (
          <Link to="/" className={classes.brand}>
            <BrandMark />
            Skywarden
          </Link>
        )}
        <ThemeMenu />
        <Button variant="default" size="xs" onClick={() => void goToSignInPage()}>
          Sign in
        </Button>
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        <ScreenBoundary key={pathname}>
          <Outlet />
        </ScreenBoundary>
      </main>
    </div>
  )
}
