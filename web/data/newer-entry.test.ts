import { newerEntry } from './newer-entry.ts'
import { expect, test } from 'vitest'

const page = (script: string) => `<!doctype html><head>${script}</head>`
const built = (name: string) => page(`<script type="module" crossorigin src="/assets/${name}.js"></script>`)

test('a page with another script is newer, one with the same is not', () => {
  expect(newerEntry('/assets/a1.js', built('b2'))).toBe('/assets/b2.js')
  expect(newerEntry('/assets/a1.js', built('a1'))).toBeNull()
})

test('a page that is not the application, or plain scripts beside it, say nothing', () => {
  expect(newerEntry('/assets/a1.js', 'The web application has not been built')).toBeNull()
  expect(newerEntry('/assets/a1.js', page('<script src="/theme.js"></script>'))).toBeNull()
})
