import { getRiskProfile, workRestForLocation, type WireWorkRestProfile } from '#contract/weather/heat-stress'
import type { WorkRestProfile } from '#domain/heat-stress/work-rest'
import { reachOf } from '#server/platform/http/caller'
import { notFound } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import { findOrganizationLocation } from '#server/rooms/locations/index'
import { findRiskProfile, findWorkRestProfile } from './store.ts'

function wireProfile(id: number, { modifiers, matrices, ...profile }: WorkRestProfile): WireWorkRestProfile {
  return {
    ...profile,
    id,
    intensities: profile.intensities.map(intensity => ({ ...intensity })),
    modifiers: modifiers.map(({ adjustmentF, ...modifier }) => ({ ...modifier, adjustment: adjustmentF })),
    matrices: matrices.map(({ intensityId, ...row }) => ({ ...row, workRestIntensityId: intensityId })),
  }
}

export function heatStressRoutes(db: Db): Served[] {
  return [
    serve(workRestForLocation, async ({ caller, params }) => {
      const place = await findOrganizationLocation(db, reachOf(caller), params.organizationLocationId)
      if (!place) throw notFound('This organization location')
      if (place.work_rest_profile_id === null) return null
      const found = await findWorkRestProfile(db, place.customer_id, place.work_rest_profile_id)
      return found ? wireProfile(found.id, found.profile) : null
    }),

    serve(getRiskProfile, async ({ caller, params }) => {
      const found = await findRiskProfile(db, reachOf(caller), params.id)
      if (!found) throw notFound('This risk profile')
      const riskLevels = found.risk_levels.map(level => ({ ...level, riskProfileId: found.id }))
      return { id: found.id, name: found.name, riskLevels }
    }),
  ]
}
