import type { Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import { heatStressRoutes } from './routes.ts'
import { findRiskProfile, saveTemplates } from './store.ts'

export { saveTemplates } from './store.ts'

export interface HeatStress {
  readonly routes: readonly Served[]
  /** Whether a customer may use a risk profile: its own, or a template. */
  isRiskProfile(customerId: number, id: number): Promise<boolean>
}

/** Work and rest limits in the heat. */
export async function createHeatStress({ db }: { readonly db: Db }): Promise<HeatStress> {
  await db.transaction().execute(saveTemplates)
  return {
    routes: heatStressRoutes(db),
    isRiskProfile: async (customerId, id) => (await findRiskProfile(db, customerId, id)) !== undefined,
  }
}
