import { historyPath } from './conditions.ts'
import type { PlaceObservation } from '#contract/conditions'
import { Link } from 'react-router'

interface HistoryLinkProps {
  observation: PlaceObservation
  children: string
}

/** The way to a station's history, for those who may see it. */
export function HistoryLink({ observation, children }: HistoryLinkProps) {
  const path = historyPath(observation)
  return path === null ? null : <Link to={path}>{children}</Link>
}
