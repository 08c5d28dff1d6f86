import {
  createTheme,
  defaultVariantColorsResolver,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core'

/** Shade 7 carries white text in the light theme, shade 4 dark text in the dark one. Both pass AA. */
const brand: MantineColorsTuple = [
  '#eaf3fb',
  '#d3e6f7',
  '#a8cdf0',
  '#8bc0f1',
  '#6fb3f2',
  '#3c8ed6',
  '#1b6db2',
  '#0b4f8a',
  '#093f6e',
  '#072f53',
]

const danger: MantineColorsTuple = [
  '#fef3f2',
  '#fee4e2',
  '#fecdca',
  '#fda29b',
  '#ff8a7d',
  '#f04438',
  '#d92d20',
  '#b42318',
  '#912018',
  '#7a271a',
]

export const theme = createTheme({
  colors: { brand, danger },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  // The kit considers only the light theme when choosing the text color of a filled control.
  variantColorResolver: input => {
    const colors = defaultVariantColorsResolver(input)
    return input.variant === 'filled' ? { ...colors, color: 'var(--on-brand)' } : colors
  },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.5', xl: '1.4' },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  respectReducedMotion: true,
  cursorType: 'pointer',
})

/** index.html also reads this key, before the first paint. */
export const colorSchemes = localStorageColorSchemeManager({ key: 'skywarden:theme' })
