/** Whether this browser can draw a map at all, checked before a megabyte is loaded for nothing. */
export function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  // A browser provides only a few contexts.
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}
