import { holderOf } from './holder.ts'
import { NoSuchPage } from './NoSuchPage.tsx'
import { useMe } from '#web/data/people/users.ts'
import { mayEnter, type Page } from '#web/routes.tsx'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'

/** Checks access to each page. This only keeps people away from pages whose data the server would refuse to return. */
export function Guarded({ page }: { page: Page }) {
  const screen = page.screen ? <page.screen /> : <NoSuchPage />
  return page.who === 'anyone' ? screen : <ForMembers page={page}>{screen}</ForMembers>
}

function ForMembers({ page, children }: { page: Page; children: ReactNode }) {
  const me = useMe()
  return mayEnter(holderOf(me), page.who) ? children : <Navigate to="/Unauthorized" replace />
}
