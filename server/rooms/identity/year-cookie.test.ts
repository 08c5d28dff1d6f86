import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { yearCookie } from './year-cookie.ts'

const requestWith = (cookie: string) => ({ headers: { cookie } }) as FastifyRequest

it('over HTTPS, only a cookie that was set over HTTPS is accepted, and no script or other site gets it', () => {
  const cookie = yearCookie('https://sky.example.org', 'seen')
  expect(cookie.header('1')).toMatch(/^__Secure-seen=1; Path=\/identity; .*HttpOnly; SameSite=Lax; Secure$/)
  expect(cookie.valueIn(requestWith('other=2; __Secure-seen=1'))).toBe('1')
  expect(cookie.valueIn(requestWith('seen=planted; x__Secure-seen=planted'))).toBeUndefined()
})

it('without HTTPS, it works too', () => {
  const cookie = yearCookie('http://localhost:8080', 'seen')
  expect(cookie.valueIn(requestWith(cookie.header('1')))).toBe('1')
  expect(cookie.header('1')).not.toContain('Secure')
})
