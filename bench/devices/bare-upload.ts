import Fastify from 'fastify'

/** The baseline: the same web framework, which answers a station's upload and does nothing with it. */
const app = Fastify()
app.get('/weatherstation/updateweatherstation.php', (_request, reply) =>
  reply.type('text/plain; charset=utf-8').send('success\n'),
)
await app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' })
console.log(JSON.stringify({ url: `http://127.0.0.1:${process.argv[2]}`, token: '' }))
process.on('SIGTERM', () => process.exit(0))
