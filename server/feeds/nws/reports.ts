import type { SourceKind } from '#domain/feeds/source'
import type { FeedParts } from '#server/feeds/parts'

type Report = FeedParts['report']
type Health = Parameters<Report>[0]

/**
 * One word on several things that a source tells of, where nobody wants to hear of each: well only if all of them are,
 * and with the words of those that are not.
 */
export function joinedReports(report: Report): (kind: SourceKind) => Report {
  const newest = new Map<SourceKind, Health>()
  return kind => health => {
    newest.set(kind, health)
    const all = [...newest]
    const bad = all.filter(([, { delivering }]) => delivering === false)
    const told = bad.length > 0 ? bad : all
    const detail = told
      .map(([name, each]) => `${name[0]?.toUpperCase()}${name.slice(1)}: ${each.detail}`)
      .join('. ')
    report({
      delivering: bad.length > 0 ? false : all.some(([, { delivering }]) => delivering) ? true : null,
      detail,
      ...(health.deliveredMs !== undefined && { deliveredMs: health.deliveredMs }),
    })
  }
}
