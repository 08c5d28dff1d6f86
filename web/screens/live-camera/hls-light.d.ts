/** The small build has no declarations of its own; what we use of it is the same. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
