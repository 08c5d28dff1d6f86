import { ingestStrikes } from '#contract/weather/lightning'

/** A command that works as is. No place is near its strike, so it opens no delay. */
export function curlExample(origin: string, secret: string, now: Date): string {
  const strike = { id: `try-${now.getTime()}`, time: now.toISOString(), latitude: 30, longitude: -45 }
  return [
    `curl ${origin}${ingestStrikes.path}`,
    `-H 'Authorization: Bearer ${secret}'`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify({ strikes: [strike] })}'`,
  ].join(' \\\n  ')
}
