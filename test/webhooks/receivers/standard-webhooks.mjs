// Receives webhooks. Node, with the package standardwebhooks (svix has the same class):
//   WEBHOOK_SECRET=whsec_… WEBHOOK_SIGNING=standard node standard-webhooks.mjs
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const { WEBHOOK_SECRET: secret = '', WEBHOOK_SIGNING: signing = 'standard', PORT = 3000 } = process.env;
// With webhook_signing "literal", the whole secret is the key.
const webhook = signing === 'literal' ? new Webhook(secret, { format: 'raw' }) : new Webhook(secret);

createServer(async (request, response) => {
  const body = Buffer.concat(await Array.fromAsync(request)).toString();
  try {
    const event = webhook.verify(body, request.headers);
    console.log(event.type, event.data.id);
    response.writeHead(204).end();
  } catch {
    response.writeHead(401).end();
  }
}).listen(PORT);
