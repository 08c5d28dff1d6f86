/** Whether this browser can draw a map at all: asked before a megabyte is fetched that would be for nothing. */
export function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  // A browser gives out few of them.
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}
