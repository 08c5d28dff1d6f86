/** A metric, read on request. */
export interface Figure {
  readonly name: string
  readonly help: string
  readonly labelNames?: readonly string[]
  read(): Promise<readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[]>
}
