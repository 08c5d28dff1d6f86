import { pages } from './routes.tsx'
import { asksWhoIsHere } from '#web/session/silent.ts'
import { afterAll, expect, test, vi } from 'vitest'

vi.hoisted(() => {
  vi.stubGlobal('location', new URL('http://localhost/'))
  vi.stubGlobal('sessionStorage', {})
})

afterAll(() => void vi.unstubAllGlobals())

test('identifies the browser’s user ahead on every page except standalone public ones', () => {
  const asked = pages.filter(({ path }) => asksWhoIsHere(path)).map(({ path }) => path)
  const needed = pages
    .filter(({ who, frame }) => who !== 'anyone' || frame !== 'bare')
    .map(({ path }) => path)
  expect(asked).toEqual(needed)
  expect(asked).toContain('/Historical/:weatherStationId/:imageUrl?')
})
