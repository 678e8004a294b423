// A PostgreSQL with pgvector as a process of its own, without any package of the system: PGlite behind a socket. Prints
// its port. It is one session however many connect: what one connection sets, all of them have.

import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

const db = await PGlite.create({ extensions: { vector } });
const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: 20 });
await server.start();
console.log(server.getServerConn());
process.once('disconnect', () => process.exit());
