// PostgreSQL with pgvector as a child process without any system package: PGlite behind a socket. Prints its port. All
// connections share one session, so a setting of one connection applies to all.

import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

const db = await PGlite.create({ extensions: { vector } });
const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: 20 });
await server.start();
console.log(server.getServerConn());
process.once('disconnect', () => process.exit());
