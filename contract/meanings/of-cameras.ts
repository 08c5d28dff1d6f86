/** What fields mean that speak of live cameras. */
export const meaningsOfCameras: Readonly<Record<string, string>> = {
  'listCameras.id': 'Id of the customer',
  'getConsumedMinutes.id': 'Id of the customer',
  'listCameraLogs.id': 'Id of the customer',
  'addCamera.id': 'Id of the customer',
  'takeTestPicture.id': 'Id of the customer',
  'setLiveStreamMinutes.id': 'Id of the customer',
  'updateCamera.id': 'Id of the camera',
  'deleteCamera.id': 'Id of the camera',
  monthOffset: 'How many months back, by UTC: 0, the current one, to 5',
  'addCamera.name': 'What the camera is called; unique within the customer',
  'updateCamera.name': 'What the camera is called; unique within the customer',
  'addCamera.kind': 'How the camera speaks: rtsp, mjpeg, hls, or simulated',
  'updateCamera.kind': 'How the camera speaks: rtsp, mjpeg, hls, or simulated',
  'takeTestPicture.kind': 'How the camera speaks: rtsp, mjpeg, hls, or simulated',
  'addCamera.address':
    'Where the camera is reached, without user name and password; latitude and longitude of a simulated one',
  'updateCamera.address':
    'Where the camera is reached, without user name and password; latitude and longitude of a simulated one',
  'takeTestPicture.address': 'Where the camera is reached, without user name and password',
  credentials: 'What the camera asks for; null for nothing. Sealed at rest, and never told again',
  'credentials.userName': 'User name at the camera',
  'credentials.password': 'Password at the camera',
  cameraId: 'Whose saved credentials are used where none are given; null for nobody’s',
  liveStreamMinutes: 'Minutes of live camera that the customer may watch each month',
}
