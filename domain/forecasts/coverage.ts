/**
 * Why the National Weather Service has no forecast for a place: a final answer, not a failure. A source for the rest of
 * the world takes over exactly these places, so the text must not change.
 */
export const notCoveredByNws = 'The National Weather Service does not cover this place'
