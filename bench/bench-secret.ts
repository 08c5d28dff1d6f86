/** Of every server that a benchmark starts: whoever writes into its database seals with it. */
export const benchSecret = 'a secret that the benchmark alone uses'
