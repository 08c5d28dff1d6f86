import { newerEntry } from './newer-build.ts'
import { expect, test } from 'vitest'

const page = (script: string) => `<!doctype html><head>${script}</head>`
const built = (name: string) => page(`<script type="module" crossorigin src="/assets/${name}.js"></script>`)

test('treats a page with another entry script as newer, and one with the same as current', () => {
  expect(newerEntry('/assets/a1.js', built('b2'))).toBe('/assets/b2.js')
  expect(newerEntry('/assets/a1.js', built('a1'))).toBeNull()
})

test('ignores pages that are not the application, and plain scripts next to it', () => {
  expect(newerEntry('/assets/a1.js', 'The web application has not been built')).toBeNull()
  expect(newerEntry('/assets/a1.js', page('<script src="/other.js"></script>'))).toBeNull()
})
