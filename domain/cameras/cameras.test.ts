import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { grantedSeconds, isExhausted, remainingSeconds, sliceSeconds } from './allowance.ts'
import { cameraAddressFault, isSameDoor, readCameraPoint, type CameraKind } from './camera-address.ts'
import { logMonthAt, monthDay } from './log-months.ts'
import { readStreamLine } from './stream-line.ts'
import { hoursAndMinutes, usedThisMonth, viewTime } from './view-time.ts'

/** DESIGN section 8: exhausted when the time used reaches the allowance, or if there is no allowance. */
describe('the allowance', () => {
  test.each([
    ['there is none', 0, 0, true],
    ['nothing was used', 10, 0, false],
    ['one second is left', 10, 599, false],
    ['all of it was used', 10, 600, true],
    ['it was lowered below what was used', 5, 400, true],
  ])('%s', (_, allowedMinutes, usedSeconds, exhausted) => {
    expect(isExhausted({ allowedMinutes, usedSeconds })).toBe(exhausted)
  })

  test('is used up to the second, slice by slice, and never exceeded', () => {
    fc.assert(
      fc.property(fc.nat({ max: 60 }), fc.nat({ max: 4000 }), (allowedMinutes, used) => {
        const granted = grantedSeconds({ allowedMinutes, usedSeconds: used })
        expect(granted).toBeLessThanOrEqual(sliceSeconds)
        expect(granted === 0).toBe(isExhausted({ allowedMinutes, usedSeconds: used }))
        if (granted > 0) expect(used + granted).toBeLessThanOrEqual(allowedMinutes * 60)
        expect(remainingSeconds({ allowedMinutes, usedSeconds: used })).toBeGreaterThanOrEqual(granted)
      }),
    )
  })
})

describe('log months', () => {
  const january = Date.UTC(2026, 0, 31, 23, 59)
  test.each([
    [0, '2026-01-01', '2026-02-01'],
    [1, '2025-12-01', '2026-01-01'],
    [5, '2025-08-01', '2025-09-01'],
  ])('offset %i begins on %s and ends before %s', (offset, from, to) => {
    const month = logMonthAt(january, offset)
    expect(monthDay(month)).toBe(from)
    expect(new Date(month.toMs).toISOString()).toBe(`${to}T00:00:00.000Z`)
  })

  test('each end where the next one starts', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true, min: new Date(0) }), fc.nat({ max: 5 }), (now, offset) => {
        expect(logMonthAt(now.getTime(), offset + 1).toMs).toBe(logMonthAt(now.getTime(), offset).fromMs)
      }),
    )
  })
})

describe('durations', () => {
  test.each([
    [0, '0s'],
    [59, '59s'],
    [61, '1m 1s'],
    [3600, '1h 0m 0s'],
    [3725, '1h 2m 5s'],
  ])('%i s are %s', (seconds, text) => expect(viewTime(seconds)).toBe(text))

  test('for the month and for the logs', () => {
    expect(usedThisMonth(3900, 600)).toBe('You have used 1h 5m of 10h this month.')
    expect(usedThisMonth(59, 90)).toBe('You have used 0h 0m of 1h 30m this month.')
    expect(hoursAndMinutes(3660)).toBe('1 hour 1 minute')
    expect(hoursAndMinutes(36_000)).toBe('10 hours 0 minutes')
  })
})

test('treats a line with a URL as the stream and every other line as a status', () => {
  const url = 'https://weather.example.org/Stream/hls/1.x/index.m3u8'
  expect(readStreamLine(url)).toEqual({ kind: 'address', url })
  expect(readStreamLine(`Stream: ${url}\n`)).toEqual({ kind: 'address', url })
  expect(readStreamLine(' Waking up the camera... ')).toEqual({
    kind: 'status',
    text: 'Waking up the camera...',
  })
})

describe('camera addresses', () => {
  test.each<[CameraKind, string, boolean]>([
    ['rtsp', 'rtsp://10.0.0.7:8554/live', true],
    ['rtsp', 'http://10.0.0.7/live', false],
    ['rtsp', 'rtsp://', false],
    ['rtsp', 'RTSP://[fd00::7]:8554/live', true],
    ['rtsp', 'rtsp://cam.test:99999/live', false],
    ['mjpeg', 'http://cam.test\\@inside/', false],
    ['mjpeg', 'http://camera.example.org/video.mjpg', true],
    ['mjpeg', 'file:///etc/passwd', false],
    ['hls', 'https://camera.example.org/index.m3u8', true],
    ['hls', 'concat:a|b', false],
    ['simulated', '35.2059, -97.4457', true],
    ['simulated', '95, 0', false],
    ['simulated', 'Norman', false],
  ])('%s %s: %s', (kind, address, isGood) => {
    expect(cameraAddressFault(kind, address) === null).toBe(isGood)
  })

  test('never contain a password, which would be displayed', () => {
    expect(cameraAddressFault('rtsp', 'rtsp://admin:secret@10.0.0.7/')).toContain('password')
  })

  test('sends a password only to the host and port that it was entered for', () => {
    expect(isSameDoor('rtsp://cam.test/1', 'rtsp://cam.test/2')).toBe(true)
    expect(isSameDoor('rtsp://cam.test/1', 'rtsp://thief.test/1')).toBe(false)
    expect(isSameDoor('http://cam.test/1', 'http://cam.test:81/1')).toBe(false)
    expect(isSameDoor('https://cam.test/1', 'http://cam.test/1')).toBe(false)
    expect(isSameDoor('http://cam.test/1', 'http://CAM.test:80/1')).toBe(true)
  })

  test('of simulated cameras are positions', () => {
    expect(readCameraPoint('35.2059, -97.4457')).toEqual({ latitude: 35.2059, longitude: -97.4457 })
  })
})
