import type { Log } from '#server/platform/log'

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const hasMethods = (value: object) => Object.values(value).some(each => typeof each === 'function')

/**
 * Returns the same object with methods that never throw: a tracing fault must not stop the strike. They return
 * undefined instead, as do the methods of objects that they return.
 */
export function harmless<Watcher extends object>(watcher: Watcher, log: Log): Watcher {
  return new Proxy(watcher, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      return (...given: unknown[]): unknown => {
        try {
          const result: unknown = Reflect.apply(member, target, given)
          return isObject(result) && hasMethods(result) ? harmless(result, log) : result
        } catch (error) {
          log.error(
            { err: error, step: String(name) },
            'a step could not be traced; the work itself continues',
          )
          return undefined
        }
      }
    },
  })
}
