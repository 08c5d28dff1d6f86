/** The small build has no type declarations. The part we use is the same in the full build. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
