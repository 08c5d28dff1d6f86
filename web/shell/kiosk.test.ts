import { isKioskAddress } from './kiosk.ts'
import { expect, test } from 'vitest'

test.each([
  ['/Broadcast', '?kiosk', true],
  ['/broadcast/', '?kiosk=1', true],
  ['/Broadcast', '', false],
  ['/Broadcast', '?other', false],
  ['/', '?kiosk', false],
])('%s%s is a kiosk: %s', (path, search, is) => expect(isKioskAddress(path, search)).toBe(is))
