/**
 * The query key for everything that field units can change. The live stream reports only that something changed. In
 * its own file because every page subscribes to the stream but few show hardware.
 */
export const hardwareKey = ['hardware'] as const
