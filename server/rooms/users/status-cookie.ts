import { isActiveCustomer } from '#domain/analytics/sampling'

const oneYearSeconds = 365 * 24 * 60 * 60

/**
 * A cookie that marks an active customer; for any other customer, its removal. Other servers on the same host may read
 * it; scripts may not.
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
