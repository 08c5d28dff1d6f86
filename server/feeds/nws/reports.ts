import type { SourceKind } from '#domain/feeds/source'
import type { FeedParts } from '#server/feeds/parts'

type Report = FeedParts['report']
type Health = Parameters<Report>[0]

/**
 * Combines the health of several parts of a source into one report, if they are not reported separately. It is healthy
 * only if all parts are, and has the messages of those that are not.
 */
export function joinedReports(report: Report): (kind: SourceKind) => Report {
  const newest = new Map<SourceKind, Health>()
  return kind => health => {
    newest.set(kind, health)
    const all = [...newest]
    const bad = all.filter(([, { delivering }]) => delivering === false)
    const reported = bad.length > 0 ? bad : all
    const detail = reported
      .map(([name, each]) => `${name[0]?.toUpperCase()}${name.slice(1)}: ${each.detail}`)
      .join('. ')
    report({
      delivering: bad.length > 0 ? false : all.some(([, { delivering }]) => delivering) ? true : null,
      detail,
      ...(health.deliveredMs !== undefined && { deliveredMs: health.deliveredMs }),
    })
  }
}
