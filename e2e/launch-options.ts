/**
 * How browser tests start Chromium. Drawing maps without a graphics card takes more of a machine than all the rest, so
 * only tests that look at a map have WebGL; the others see the page as a browser without it shows it.
 */
export function launchOptions({ webgl }: { webgl: boolean }) {
  return {
    ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(webgl ? [] : ['--disable-3d-apis']),
    ],
  }
}
