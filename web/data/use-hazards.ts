import { useAdvisories } from './advisories.ts'
import { asking, type Stream } from './asking.ts'
import { otherHazards, type OtherHazards } from './hazards.ts'
import { useWarnings } from './policies.ts'

/** Undefined until the first answer, of whatever kind. */
export function useOtherHazards(locationId: number, stream: Stream): OtherHazards | undefined {
  const warnings = useWarnings(locationId, asking[stream])
  const advisories = useAdvisories(locationId, asking[stream])
  if (warnings.isPending || advisories.isPending) return undefined
  return otherHazards({
    warnings: warnings.isError ? undefined : warnings.data,
    advisories: advisories.isError ? undefined : advisories.data,
  })
}
