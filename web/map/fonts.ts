import latinItalic from '@fontsource/noto-sans/files/noto-sans-latin-400-italic.woff2?url'
import latinRegular from '@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff2?url'
import latinMedium from '@fontsource/noto-sans/files/noto-sans-latin-500-normal.woff2?url'
import moreRegular from '@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff2?url'
import moreMedium from '@fontsource/noto-sans/files/noto-sans-latin-ext-500-normal.woff2?url'

/** Character ranges as the font packages split them. The second file is loaded only if a name needs it. */
const latin = [
  'U+0000-00FF',
  'U+0131',
  'U+0152-0153',
  'U+02BB-02BC',
  'U+02C6',
  'U+02DA',
  'U+02DC',
  'U+2000-206F',
]
const more = ['U+0100-02BA', 'U+02BD-02C5', 'U+02C7-02CC', 'U+02CE-02D7', 'U+1E00-1EFF', 'U+2C60-2C7F']

const inTwo = (one: string, other: string) => [
  { url: one, 'unicode-range': latin },
  { url: other, 'unicode-range': more },
]

export const regular = 'Noto Sans Regular'
export const medium = 'Noto Sans Medium'

/** Glyphs come from these files, so no glyph server is needed. Other scripts use system fonts. */
export const fontFaces = {
  [regular]: inTwo(latinRegular, moreRegular),
  [medium]: inTwo(latinMedium, moreMedium),
  'Noto Sans Italic': [{ url: latinItalic, 'unicode-range': latin }],
}
