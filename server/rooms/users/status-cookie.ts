import { isActiveCustomer } from '#domain/analytics/sampling'

const oneYearSeconds = 365 * 24 * 60 * 60

/**
 * A cookie that marks an active customer; for any other customer, the removal of that cookie. Other servers on the same
 * host may read the cookie, but scripts may not.
 */
export function statusCookie(customerStatus: string, isHttps: boolean): string {
  const isActive = isActiveCustomer(customerStatus)
  return [
    `customer-status=${isActive ? customerStatus : ''}`,
    `max-age=${isActive ? oneYearSeconds : 0}`,
    'path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(isHttps ? ['Secure'] : []),
  ].join('; ')
}
