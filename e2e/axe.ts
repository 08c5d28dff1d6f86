import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What people with some disability would stumble over, on the whole page or inside one part of it. */
export async function faults(page: Page, part?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page })
  if (part !== undefined) axe.include(part)
  const { violations } = await axe
    .options({ resultTypes: ['violations'] }) // what is right need not be described
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html}`)
}
