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
      // A busy machine is not a broken one: a drawing process that is slow is not ended, and one that ended comes back.
      ...(webgl
        ? [
            '--disable-gpu-watchdog',
            '--disable-domain-blocking-for-3d-apis',
            '--disable-gpu-process-crash-limit',
          ]
        : ['--disable-3d-apis']),
    ],
  }
}
