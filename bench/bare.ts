import Fastify from 'fastify'

/** The baseline: the same web framework with one route and nothing else of the app. */
const app = Fastify()
app.get('/bare', () => ({ data: null }))
await app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' })
console.log(JSON.stringify({ url: `http://127.0.0.1:${process.argv[2]}/bare`, token: '' }))
process.on('SIGTERM', () => process.exit(0))
