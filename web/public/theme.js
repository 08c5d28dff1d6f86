// Runs before the first paint, so that a dark room stays dark. The key is the one in parts/theme.ts.
;(function () {
  let chosen
  try {
    chosen = localStorage.getItem('skywarden:theme')
  } catch {
    chosen = null
  }
  if (chosen !== 'light' && chosen !== 'dark') {
    chosen = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', chosen)
})()
