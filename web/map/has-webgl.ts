/** Whether this browser can draw a map. Checked before loading a megabyte of code that might be useless. */
export function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  // Released immediately, because a browser provides only a few contexts.
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}
