import { historyPath } from './conditions.ts'
import type { PlaceObservation } from '#contract/conditions'
import { isBuilt } from '#web/routes.tsx'
import { Link } from 'react-router'

interface HistoryLinkProps {
  observation: PlaceObservation
  children: string
}

/** The way to a station's history, for those who may see it. */
export function HistoryLink({ observation, children }: HistoryLinkProps) {
  const path = historyPath(observation)
  if (path === null || !isBuilt('/Historical/:weatherStationId/:imageUrl?')) return null
  return <Link to={path}>{children}</Link>
}
