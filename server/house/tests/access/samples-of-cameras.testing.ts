import type { Sample, SampleWorld } from './sample.testing.ts'

const noCamera = () => ({ params: { id: '999999' } })
const ofColleague = ({ colleague }: Pick<SampleWorld, 'colleague'>) => ({
  params: { id: String(colleague.customerId) },
})

export const samplesOfCameras: Readonly<Record<string, (world: SampleWorld) => Sample>> = {
  listAllCameras: () => ({}),
  listCameras: ofColleague,
  getConsumedMinutes: ofColleague,
  listCameraLogs: ofColleague,
  addCamera: ({ caller, colleague }) => ({
    ...ofColleague({ colleague }),
    body: {
      name: `Camera of ${caller.id}`,
      kind: 'rtsp',
      address: 'rtsp://camera.test/1',
      credentials: null,
    },
  }),
  updateCamera: () => ({
    ...noCamera(),
    body: { name: 'Gate', kind: 'rtsp', address: 'rtsp://camera.test/1' },
  }),
  deleteCamera: noCamera,
  takeTestPicture: ({ colleague }) => ({
    ...ofColleague({ colleague }),
    body: { kind: 'hls', address: 'https://127.0.0.1/index.m3u8', credentials: null, cameraId: null },
  }),
  setLiveStreamMinutes: ({ colleague }) => ({
    ...ofColleague({ colleague }),
    body: { liveStreamMinutes: 600 },
  }),
}
