import { holderOf } from './holder.ts'
import { NoSuchPage } from './NoSuchPage.tsx'
import { useMe } from '#web/data/users.ts'
import { mayEnter, type Page } from '#web/routes.tsx'
import { Navigate } from 'react-router'

/** The door of each page. It only spares people a page that the server would refuse to fill. */
export function Guarded({ page }: { page: Page }) {
  const me = useMe()
  if (!mayEnter(holderOf(me), page.who)) return <Navigate to="/Unauthorized" replace />
  return page.screen ? <page.screen /> : <NoSuchPage />
}
