import { pageAt, pages, type Page } from './routes.tsx'
import { styleNonce } from './style-nonce.ts'
import { queryClient } from '#web/data/requests/client.ts'
import { colorSchemes, theme } from '#web/parts/look/theme.ts'
import { ToastProvider } from '#web/parts/toasts/ToastProvider.tsx'
import { RequireSession } from '#web/session/RequireSession.tsx'
import { CrashBoundary } from '#web/shell/CrashBoundary.tsx'
import { Guarded } from '#web/shell/Guarded.tsx'
import { NoSuchPage } from '#web/shell/NoSuchPage.tsx'
import { RehearsalStrip } from '#web/shell/RehearsalStrip.tsx'
import { Shell } from '#web/shell/Shell.tsx'
import { SimulatedStrip } from '#web/shell/SimulatedStrip.tsx'
import { VisitorFrame } from '#web/shell/VisitorFrame.tsx'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter, Route, Routes, useLocation } from 'react-router'

export function App() {
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
      withGlobalClasses={false}
    >
      <CrashBoundary>
        <QueryClientProvider client={queryClient}>
          <ToastProvider>
            <RehearsalStrip />
            <SimulatedStrip />
            <BrowserRouter>
              <AllRoutes />
            </BrowserRouter>
          </ToastProvider>
        </QueryClientProvider>
      </CrashBoundary>
    </MantineProvider>
  )
}

function AllRoutes() {
  return (
    <Routes>
      {pages
        .filter(page => page.frame === 'bare')
        .map(page => (
          <Route key={page.path} path={page.path} element={<Bare page={page} />} />
        ))}
      <Route element={<Framed />}>
        {pages
          .filter(page => page.frame !== 'bare')
          .map(page => (
            <Route key={page.path} path={page.path} element={<Guarded page={page} />} />
          ))}
        <Route path="*" element={<NoSuchPage />} />
      </Route>
    </Routes>
  )
}

/** Renders pages in the shell for signed-in people. Visitors to public pages get a plain frame. */
function Framed() {
  const { pathname } = useLocation()
  const isOpen = pageAt(pathname)?.who === 'anyone'
  return (
    <RequireSession {...(isOpen && { forVisitors: <VisitorFrame /> })}>
      <Shell />
    </RequireSession>
  )
}

function Bare({ page }: { page: Page }) {
  const screen = page.screen ? <page.screen /> : <NoSuchPage />
  return page.who === 'anyone' ? screen : <RequireSession>{screen}</RequireSession>
}
