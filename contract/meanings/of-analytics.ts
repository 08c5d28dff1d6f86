/** Descriptions of analytics fields. */
export const meaningsOfAnalytics: Readonly<Record<string, string>> = {
  isCounted:
    'Whether the client may send page views to trackEvents. True only if the operator has set up its own collector',
  visitId: 'Identifies one load of the app. A random UUID that is not stored',
  'trackEvents.events': 'Events, oldest first. At most 20',
  'events.name': 'Name of the event',
  'events.route': 'Route pattern of the page, with parameter names and never an ID or a name',
  isRecording: 'Whether it happened while the person was active, within the first 15 minutes of activity',
}
