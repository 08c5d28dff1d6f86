import Fastify from 'fastify'

/** The peer: the same web framework with one route, and nothing of what makes a house of it. */
const app = Fastify()
app.get('/bare', () => ({ data: null }))
await app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' })
console.log(JSON.stringify({ url: `http://127.0.0.1:${process.argv[2]}/bare`, token: '' }))
process.on('SIGTERM', () => process.exit(0))
