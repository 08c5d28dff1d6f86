/**
 * Of everything that units in the field may change: the live stream says only that something is different. Apart from
 * what asks for it, since every page hears the stream, and few show hardware.
 */
export const hardwareKey = ['hardware'] as const
