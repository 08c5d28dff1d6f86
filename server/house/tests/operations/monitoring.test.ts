import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testHouse, type TestHouse } from '#server/house/testing'

const rulesFile = 'deploy/prometheus/skywarden.rules.yml'
const rules = readFileSync(rulesFile, 'utf8')
const dashboard = JSON.parse(readFileSync('deploy/grafana/skywarden.json', 'utf8')) as {
  panels: { title: string; targets: { expr: string }[] }[]
}
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? '')
const used = (text: string) => text.match(/\b(skywarden|process|nodejs)_\w+/g) ?? []
/** Prometheus adds these endings to the parts of a histogram. */
const base = (name: string) => name.replace(/_(bucket|count|sum)$/, '')

let world: TestHouse
let known: ReadonlySet<string>

beforeAll(async () => {
  world = await testHouse()
  const text = (await world.house.http.inject({ url: '/metrics' })).body
  known = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name ?? ''))
})
afterAll(() => world.close())

describe('what operators monitor', () => {
  it('alerts use only figures that /metrics has', () => {
    expect(used(rules).length).toBeGreaterThan(10)
    expect(used(rules).filter(name => !known.has(base(name)))).toEqual([])
  })

  it('every panel of the dashboard shows figures that /metrics has', () => {
    const exprs = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    expect(exprs.every(expr => used(expr).length > 0)).toBe(true)
    expect(exprs.flatMap(used).filter(name => !known.has(base(name)))).toEqual([])
  })

  it('the guide says what to do for every alert, and for no others', () => {
    const guide = readFileSync('docs/monitoring.md', 'utf8')
    const named = [...guide.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name ?? '')
    expect(named.toSorted()).toEqual(alerts.toSorted())
  })

  it.skipIf(!hasPromtool())('Prometheus accepts the rules', () => {
    expect(execFileSync('promtool', ['check', 'rules', rulesFile]).toString()).toContain('SUCCESS')
  })
})

function hasPromtool(): boolean {
  try {
    execFileSync('promtool', ['--version'])
    return true
  } catch {
    return false
  }
}
