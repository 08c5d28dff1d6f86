// A worker. The first formatters that a browser makes take tens of milliseconds, and all others none, in whichever thread:
// they are made here, so that the page does not wait for them.
new Intl.DateTimeFormat('en-US')
new Intl.NumberFormat('en-US')
close()
