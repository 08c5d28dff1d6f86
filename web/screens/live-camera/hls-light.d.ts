/** The small build has no declarations. The part we use is the same. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
