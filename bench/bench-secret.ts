/** The secret that every server in a benchmark uses. Benchmarks that write to a server's database encrypt with it. */
export const benchSecret = 'a secret that the benchmark alone uses'
