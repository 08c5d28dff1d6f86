import { meaningsOfSso } from './of-sso.ts'

/** What fields mean that speak of people, how they are told, and the house itself. */
export const meaningsOfPeople: Readonly<Record<string, string>> = {
  // How people are told
  declinesNotifications: 'Whether the person wants to be told of nothing at all',
  optOutForecast: 'Whether the person wants no forecasts',
  precipitationNotification: 'Whether the person wants to be told of precipitation policies',
  severeWeatherNotification: 'Whether the person wants to be told of alerts of the weather service',
  outerRingNotification:
    'Whether the person wants to be told of lightning in outer rings that no policy asks anything for',
  proactiveForecastNotification: 'Whether the person wants messages of the meteorologists',
  notificationType: '0 push, 1 SMS',
  geofenceAlertsEnabled: 'Whether the person is told only near the place, by the last known position',
  alertTimesEnabled: 'Whether the person is told at their alert times only',
  endpoint: 'Address that the browser got from its push service',
  keys: 'Keys that the browser made for this subscription',
  p256dh: 'Public key of the browser',
  auth: 'Secret of the browser',
  'subscribePush.name': 'What its owner knows the browser by',
  deviceId: 'Which of the person’s devices it is; null if it is none',
  'listPushDevices.added': 'When push messages were turned on there',
  'notePushShown.token': 'Number and seal of the message, as it came with it',
  recipients: 'People by their id, and whole user groups by theirs',
  'previewMassMessage.channel': '1 text message, 2 email, 3 both',
  'sendMassMessage.channel': '1 text message, 2 email, 3 both',
  // Policies
  'listWarnings.value':
    'The newest value, in the unit beside it; of lightning how many miles away the last strike was',
  'listViolations.value':
    'The newest value, in the unit beside it; of lightning how many miles away the last strike was',
  'addPolicy.allClearMinutes': 'Minutes without a breach until it is clear; left out: 30',

  helpUrl: 'Page of the help center: an address, or a path of this server',
  hardwareUrl: 'Page about hardware: an address, or a path of this server',
  siteUrl: 'Website of the provider; null where none is set',
  'sendMassMessage.key':
    'Names the message: sent again, it is not sent twice. Left out, each request is a message of its own',
  expected:
    'How many people the preview said; if it is not that many any more, nothing is sent. Left out, it goes to all of them',
  expiresMinutes: 'After so many minutes it is not sent to anybody any more',
  preferredContact: 'How the person wants to be answered',
  ccdEmails: 'Addresses of administrators who get a copy',

  // People and the house
  email: 'E-mail address',
  phoneNumber: 'Phone number; null for none',
  emailNotifications: 'Whether the person is told by e-mail',
  smsNotifications: 'Whether the person is told by text message',
  roles: 'Ids of roles',
  'updateUser.isActive': 'Whether the person may sign in; false ends their sessions',
  'addUser.userName': 'What the person signs in with; the e-mail address where none is given',
  'importUsers.text':
    'The table as CSV, the first line with the names of the columns; separated by commas, semicolons or tabs',
  'importUsers.apply': 'Whether to import it, if no row is refused; otherwise it is only checked',
  'importUsers.skipLines':
    'Lines of the table to leave out, for instance those that a check refused. Any other row that is refused stops the import',
  'importUsers.rows.line':
    'Line of the table that the row ends in, counted from 1; the names of the columns are line 1',
  alertTimes: 'When alerts are wanted, day by day; a day that is left out is off',
  'alertTimes.day': 'Day of the week, from 0 for Sunday to 6 for Saturday',
  'alertTimes.startTime': 'Start of the window in the recipient’s local time: HH:mm:ss',
  'alertTimes.endTime': 'Until when, HH:mm:ss; where it is not after the start, on the next day',
  'alertTimes.allDay': 'The whole day, whatever the times',
  'alertTimes.enabled': 'Whether anybody is told on this day',
  phone: 'Phone number',
  currentPassword: 'The present password',
  newPassword: 'The new password: long instead of complicated',
  confirmedNewPassword: 'The new password again',
  codeChallenge: 'PKCE challenge (S256)',
  reason: 'Why: it is kept in the audit log',
  banner: 'Text of the banner; null for none',
  'setBanner.version': 'Version of the customer that the banner was read from; an older one is refused',
  feed: 'Name of the feed',
  fault: 'What a simulated feed shall do wrong',

  ...meaningsOfSso,
}
