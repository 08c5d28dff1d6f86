/**
 * Returns how browser tests start Chromium. Drawing maps without a GPU takes more time than everything else, so only
 * tests that check a map have WebGL. The others see the page as a browser without WebGL shows it.
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
      // The GPU process may be slow on a busy machine, so it is not killed, and a process that has exited is restarted.
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
