/** More specific names first, because each browser also claims to be others. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** An iPad claims to be a Mac, but Macs have no touch screen. */
function systemOf(userAgent: string, touchPoints: number): string | undefined {
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  return system === 'Mac' && touchPoints > 1 ? 'iPad' : system
}

/** A familiar name for a browser: 'Chrome on Windows'. */
export function browserName(userAgent: string, touchPoints: number): string {
  // A Home Screen app on an iPhone names no browser, but it is always Safari.
  const system = systemOf(userAgent, touchPoints)
  const isApple = system === 'iPhone' || system === 'iPad'
  const browser =
    browsers.find(([pattern]) => pattern.test(userAgent))?.[1] ?? (isApple ? 'Safari' : 'Browser')
  return system === undefined ? browser : `${browser} on ${system}`
}

export function isAppleMobile(userAgent: string, touchPoints: number): boolean {
  return ['iPhone', 'iPad'].includes(systemOf(userAgent, touchPoints) ?? '')
}
