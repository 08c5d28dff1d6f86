import { historyPath } from './conditions.ts'
import type { PlaceObservation } from '#contract/weather/conditions'
import { Link } from 'react-router'

interface HistoryLinkProps {
  observation: PlaceObservation
  children: string
}

/** A link to a station's history, for people who may see it. */
export function HistoryLink({ observation, children }: HistoryLinkProps) {
  const path = historyPath(observation)
  return path === null ? null : <Link to={path}>{children}</Link>
}
