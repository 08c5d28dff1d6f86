/** Descriptions of fields of widgets and of public pages. */
export const meaningsOfWidgets: Readonly<Record<string, string>> = {
  'createWidget.name': 'Name of the widget in lists',
  'updateWidget.name': 'Name of the widget in lists',
  orgLocId: 'ID of the organization location that the widget shows',
  theme: '0 dark, 1 light',
  'createWidget.type': '0 default, 1 station image, 2 radar',
  'updateWidget.type': '0 default, 1 station image, 2 radar',
  'previewWidget.type': '0 default, 1 station image, 2 radar',
  primaryCondition:
    'Condition shown largest: 0 temperature, 1 WBGT, 2 wind speed, 3 precipitation, 4 wind gust, 5 feels like, 6 PM2.5, 7 PM10, 8 ozone, 9 air quality index',
  widgetConditions: 'Up to 4 more conditions, with the same numbers',
  widgetForecasts: 'At most one hourly and one daily forecast',
  'widgetForecasts.forecastType': 'hourly or daily',
  'embedWidget.forecasts.forecastType': 'hourly or daily',
  'previewWidget.forecasts.forecastType': 'hourly or daily',
  conditionType: 'Condition to forecast, from 0 to 5, or -1 for none',
  policyGroupId:
    'ID of the user group whose policies the widget uses. The group needs a Lightning Zone 1 policy',
  headerMessage: 'Message above the widget, with limited HTML; null for none',
  headerMessageExpiration: 'When the message expires; null if never',
  'createWidget.weatherStationId':
    'ID of the customer’s weather station whose values and image the widget shows; null for the nearest source',
  'updateWidget.weatherStationId':
    'ID of the customer’s weather station whose values and image the widget shows; null for the nearest source',
  'previewWidget.weatherStationId':
    'ID of the customer’s weather station whose values and image the widget shows; null for the nearest source',
  isPagePublic: 'Whether the siren’s page is public',
  primaryThreshold: 'Threshold from which the largest value is highlighted; null for none',
  'createWidget.width': 'Maximum width in pixels, at least 300; null for all available space',
  'updateWidget.width': 'Maximum width in pixels, at least 300; null for all available space',
  'previewWidget.width': 'Maximum width in pixels, at least 300; null for all available space',
  allowedSites: 'Sites that may embed the widget, such as https://www.school.edu. If empty, any site may',
  'shareWidget.recipient': 'Email address to send it to',
  widgetId: 'Widget ID',
  'shareWidget.sender': 'Ignored. The sender is the caller',
  'embedWidget.key': 'The key in the widget’s URL',
  'embedWidget.at': 'Any value. A different value each time prevents cached responses',
  'publicSiren.at': 'Any value. A different value each time prevents cached responses',
  'stationImage.at': 'Any value. A different value each time prevents cached responses',
}
