/** What fields mean that speak of what is counted. */
export const meaningsOfAnalytics: Readonly<Record<string, string>> = {
  isCounted:
    'Whether pages that are viewed may be sent to trackEvents: only with a collector of the operator’s own',
  visitId: 'Names one load of the application: a random UUID, kept nowhere',
  'trackEvents.events': 'What happened, oldest first: at most 20',
  'events.name': 'What happened',
  'events.route': 'The page, with its parameters by name: never an id or a name',
  isRecording: 'Whether it happened while somebody was active, within the first 15 minutes of that',
}
