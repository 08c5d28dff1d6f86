import { meaningsOfSso } from './of-sso.ts'

/** Descriptions of fields about people, notifications and the server itself. */
export const meaningsOfPeople: Readonly<Record<string, string>> = {
  // Notifications
  declinesNotifications: 'Whether the person has turned off all notifications',
  optOutForecast: 'Whether the person has opted out of forecasts',
  precipitationNotification: 'Whether the person is notified about precipitation policies',
  severeWeatherNotification: 'Whether the person is notified about weather service alerts',
  outerRingNotification:
    'Whether the person is notified about lightning in outer rings for which no policy requires action',
  proactiveForecastNotification: 'Whether the person receives messages from meteorologists',
  notificationType: '0 push, 1 SMS',
  geofenceAlertsEnabled:
    'Whether the person is notified only when near the location, based on their last known position',
  alertTimesEnabled: 'Whether the person is notified only during their alert times',
  endpoint: 'URL that the browser received from its push service',
  keys: 'Keys that the browser generated for this subscription',
  p256dh: 'The browser’s public key',
  auth: 'The browser’s authentication secret',
  'subscribePush.name': 'Name by which the owner recognizes the browser',
  deviceId: 'ID of the person’s device; null if it is not one of theirs',
  'listPushDevices.added': 'When push notifications were turned on for it',
  'notePushShown.token': 'Signed message number, as delivered with the message',
  sender: 'Name of the person who sent it',
  recipient: 'Email address, phone number or browser that it was sent to',
  recipients: 'IDs of users and of entire user groups',
  'previewMassMessage.recipients':
    'IDs of users and of entire user groups. In the response: how many people receive the message',
  'providers.email': 'Whether there is a provider that sends email',
  'providers.sms': 'Whether there is a provider that sends text messages',
  'previewMassMessage.channel': '1 text message, 2 email, 3 both',
  'sendMassMessage.channel': '1 text message, 2 email, 3 both',
  // Sessions
  isCurrent: 'Whether the request was made from this session',
  'listSessions.started': 'When the person signed in',
  'listSessions.lastUsed': 'When the session was last renewed, which happens every few minutes of use',
  'listSessions.expires': 'When the session ends unless it is used before then',
  'listSessions.method': 'How the person signed in; null if not recorded, or with a passkey alone',
  'listSessions.address': 'Network address of the sign-in; null if not recorded',
  'listSessions.device': 'Browser and system, as the browser reported them; null if not recorded',
  'listSignIns.kind': 'What happened',
  'listSignIns.method': 'How the person signed in; null for a passkey alone and for other events',
  'listSignIns.address': 'Network address that the request came from',
  'listSignIns.device': 'Browser and system, as the browser reported them',
  // API tokens
  ownerId: 'ID of the person the token acts for',
  ownerName: 'Name of the person the token acts for',
  mayRead: 'Whether the token may make all read-only calls',
  calls: 'Names of other calls that the token may make',
  'listApiTokens.createdBy': 'Name of the person who created it',
  'createApiToken.createdBy': 'Name of the person who created it',
  'listApiTokens.expires': 'When it stops working',
  'createApiToken.expires': 'When it stops working',
  'createApiToken.name': 'What the token is for',
  'createApiToken.days': 'Number of days it works',
  'createApiToken.token': 'The token itself, sent as a bearer token. It is shown only once',
  // Two-step verification
  owesSecondFactor:
    'Whether the person must set up two-step verification before they have their administrator rights',
  hasSecondFactor: 'Whether the person has two-step verification',
  isOn: 'Whether two-step verification is on for the person',
  isOffered: 'Whether it can be set up; false for people who sign in only through their identity provider',
  recoveryCodesLeft: 'Number of unused recovery codes',
  'getSecondFactor.isRequired': 'Whether the organization requires it of its administrators',
  'requireSecondFactor.isRequired': 'Whether the organization requires it of its administrators',
  isOwed: 'Whether administrator rights are on hold until it is set up',
  'startSecondFactor.secret': 'Secret to type into an authenticator app, in base32',
  'startSecondFactor.uri': 'The same secret as a URI, for a QR code',
  'confirmSecondFactor.code': 'Code that the authenticator app shows',
  hasApp: 'Whether an authenticator app is set up',
  'getSecondFactor.passkeys': 'The person’s passkeys, oldest first',
  'getSecondFactor.passkeys.name': 'Name by which the person recognizes the passkey',
  'getSecondFactor.passkeys.lastUsed': 'When it was last used to sign in; null if never',
  whyNoPasskeys: 'Why browsers cannot create passkeys for this server; null if they can',
  recoveryCodes:
    'Codes to use if the phone is lost. Each works once, and they are shown only once. Empty if the person already has some',
  'startPasskey.options':
    'For navigator.credentials.create, as WebAuthn PublicKeyCredentialCreationOptionsJSON',
  'addPasskey.name': 'Name by which the person recognizes the passkey',
  credential: 'The passkey that the browser created, from its toJSON()',
  'addPasskey.credential.id': 'ID of the passkey, in base64url',
  clientDataJSON: 'What the browser signed, in base64url',
  attestationObject: 'The public key and how it was created, in base64url',
  transports: 'How the browser reaches the passkey, such as internal or usb',
  usesPasskey: 'Whether a passkey was used, alone or after the password',
  // Personal data
  'getRetention.days':
    'For how many days the organization keeps each kind of data about its people; null for the usual time',
  'setRetention.days':
    'For how many days to keep each kind of data about people: at least 30, and at most as long as usual; null for the usual time',
  'days.signIns': 'Sign-ins and failed attempts. Usually 90 days',
  'days.alerts': 'Alerts and other messages to people. Usually 90 days',
  'days.massMessages': 'Messages that administrators sent. Usually without a limit',
  'days.questions': 'Questions to the meteorologists. Usually without a limit',
  'days.reports': 'Reports of past weather. Usually 365 days',
  'days.cameraViews': 'The camera log. Usually without a limit',
  'downloadOwnData.currentPassword':
    'Your password; an empty string if you sign in only through your identity provider and did so within the last ten minutes',
  // Policies
  'listWarnings.value':
    'The newest value, in the unit given with it. For lightning, the distance of the last strike in miles',
  'listViolations.value':
    'The newest value, in the unit given with it. For lightning, the distance of the last strike in miles',
  'addPolicy.allClearMinutes': 'Minutes without a breach before the all clear. Defaults to 30',

  helpUrl: 'Help center page, as a URL or a path on this server',
  hardwareUrl: 'Hardware page, as a URL or a path on this server',
  siteUrl: 'The provider’s website; null if not set',
  'sendMassMessage.key':
    'Idempotency key. A message with the same key is not sent twice. If omitted, each request is a new message',
  expected:
    'Number of recipients in the preview. If the number has changed, nothing is sent. If omitted, the message is sent to all recipients',
  expiresMinutes: 'Minutes after which the message is no longer sent',
  preferredContact: 'How the person wants to be contacted',
  ccdEmails: 'Email addresses of administrators who receive a copy',

  // People and the server
  email: 'Email address',
  phoneNumber: 'Phone number; null if none',
  emailNotifications: 'Whether the person is notified by email',
  smsNotifications: 'Whether the person is notified by text message',
  roles: 'Role IDs',
  'updateUser.isActive': 'Whether the person may sign in; false ends their sessions',
  'addUser.userName': 'Name the person signs in with. Defaults to the email address',
  'importUsers.text':
    'The table as CSV, with column names in the first line. Separated by commas, semicolons or tabs',
  'importUsers.apply': 'Whether to import the table if no row is rejected. Otherwise it is only checked',
  'importUsers.skipLines':
    'Lines of the table to skip, such as those that a check rejected. If any other row is rejected, nothing is imported',
  'importUsers.rows.line':
    'Line of the table on which the row ends, counted from 1. Line 1 contains the column names',
  alertTimes: 'Times at which people receive alerts, by day. Days that are omitted are off',
  'alertTimes.day': 'Day of the week, from 0 for Sunday to 6 for Saturday',
  'alertTimes.startTime': 'Start of the window in the recipient’s local time, HH:mm:ss',
  'alertTimes.endTime':
    'End of the window, HH:mm:ss. If it is not after the start, the window ends on the next day',
  'alertTimes.allDay': 'Whether the window is the whole day, regardless of the times',
  'alertTimes.enabled': 'Whether notifications are sent on this day',
  phone: 'Phone number',
  currentPassword: 'The current password',
  newPassword: 'The new password. Length matters more than complexity',
  confirmedNewPassword: 'The new password again',
  codeChallenge: 'PKCE challenge (S256)',
  reason: 'Reason, recorded in the audit log',
  banner: 'Text of the banner; null if none',
  'setBanner.version': 'Version of the customer that the banner was read from. An older version is rejected',
  feed: 'Name of the feed',
  fault: 'Fault to simulate in a simulated feed',

  ...meaningsOfSso,
}
