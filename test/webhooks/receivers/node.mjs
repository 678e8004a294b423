// Receives webhooks. Node, without a library:
//   WEBHOOK_SECRET=whsec_… WEBHOOK_SIGNING=literal node node.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { WEBHOOK_SECRET: secret = '', WEBHOOK_SIGNING: signing = 'literal', PORT = 3000 } = process.env;
const key = signing === 'standard' ? Buffer.from(secret.replace('whsec_', ''), 'base64') : secret;

/** Returns true if the server signed this body less than five minutes ago. */
function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  // There are two signatures while a secret is being rotated.
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

createServer(async (request, response) => {
  const body = Buffer.concat(await Array.fromAsync(request));
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  const event = JSON.parse(body);
  // An event may arrive twice: store event.id. The batch may have changed since: read it before acting.
  console.log(event.type, event.data.id);
  response.writeHead(204).end();
}).listen(PORT);
