/** Descriptions of live camera fields. */
export const meaningsOfCameras: Readonly<Record<string, string>> = {
  'listCameras.id': 'Customer ID',
  'getConsumedMinutes.id': 'Customer ID',
  'listCameraLogs.id': 'Customer ID',
  'addCamera.id': 'Customer ID',
  'takeTestPicture.id': 'Customer ID',
  'setLiveStreamMinutes.id': 'Customer ID',
  'updateCamera.id': 'Camera ID',
  'deleteCamera.id': 'Camera ID',
  monthOffset: 'Number of months to go back, in UTC, from 0 (the current month) to 5',
  'addCamera.name': 'Name of the camera, unique within the customer',
  'updateCamera.name': 'Name of the camera, unique within the customer',
  'addCamera.kind': 'Protocol of the camera: rtsp, mjpeg, hls or simulated',
  'updateCamera.kind': 'Protocol of the camera: rtsp, mjpeg, hls or simulated',
  'takeTestPicture.kind': 'Protocol of the camera: rtsp, mjpeg, hls or simulated',
  'addCamera.address':
    'URL of the camera, without user name and password. For a simulated camera, its latitude and longitude',
  'updateCamera.address':
    'URL of the camera, without user name and password. For a simulated camera, its latitude and longitude',
  'takeTestPicture.address': 'URL of the camera, without user name and password',
  credentials: 'Credentials that the camera requires; null if none. Encrypted at rest and never returned',
  'credentials.userName': 'User name for the camera',
  'credentials.password': 'Password for the camera',
  cameraId: 'Camera whose saved credentials are used if none are sent; null for none',
  liveStreamMinutes: 'Minutes of live video that the customer may watch each month',
  'listCameraLogs.duration': 'How long it was watched, in seconds',
}
