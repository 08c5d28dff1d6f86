import { isActiveCustomer } from '#domain/analytics/sampling'

const oneYearSeconds = 365 * 24 * 60 * 60

/**
 * The cookie that says that the customer is active, or what removes it where they are not. Servers of the same host may
 * read it; scripts have no business with it.
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
