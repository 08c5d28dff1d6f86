/** The secret of every server that a benchmark starts. Benchmarks that write into its database encrypt with it. */
export const benchSecret = 'a secret that the benchmark alone uses'
