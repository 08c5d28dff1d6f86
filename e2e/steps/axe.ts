import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules about color. The results of all other rules do not depend on the theme. */
const onColours = ['color-contrast', 'link-in-text-block']

/** Returns accessibility violations in both themes, on the whole page or inside one part. */
export async function faults(page: Page, part?: string): Promise<string[]> {
  const light = await faultsIn(page, 'light', axe => axe.withTags(standards), part)
  const dark = await faultsIn(page, 'dark', axe => axe.withRules(onColours), part)
  await turn(page, 'light')
  return [...light, ...dark]
}

type Theme = 'light' | 'dark'

async function faultsIn(
  page: Page,
  theme: Theme,
  choose: (axe: AxeBuilder) => AxeBuilder,
  part: string | undefined,
): Promise<string[]> {
  await turn(page, theme)
  // Axe is half a megabyte of script, so a page that already has it keeps the compiled copy.
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  const reader = new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
  reader.options({ resultTypes: ['violations'] }) // passing rules are not described
  const axe = choose(reader).setLegacyMode() // without a second page, which only frames would need
  if (part !== undefined) axe.include(part)
  const { violations } = await axe.analyze()
  return violations.map(({ id, impact, nodes }) => `${theme}: ${impact} ${id}: ${nodes[0]?.html}`)
}

/** Waits for color transitions to finish, so nothing is scanned mid-fade. */
async function turn(page: Page, theme: Theme) {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await expect(
    page.locator(`html[data-mantine-color-scheme=${theme}], html:not([data-mantine-color-scheme])`),
  ).toBeAttached()
  await page.evaluate(async () => {
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const changes = document.getAnimations().filter(each => each instanceof CSSTransition)
    await Promise.allSettled(changes.map(({ finished }) => finished))
  })
}
