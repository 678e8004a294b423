// Receives webhooks. Node, with the package openai:
//   WEBHOOK_SECRET=whsec_… WEBHOOK_SIGNING=standard node openai.mjs
import { createServer } from 'node:http';
import OpenAI from 'openai';

const { WEBHOOK_SECRET: secret = '', WEBHOOK_SIGNING: signing = 'standard', PORT = 3000 } = process.env;
// With webhook_signing "literal", the whole secret is the key. unwrap() decodes base64, so it is encoded here.
const webhookSecret = signing === 'literal' ? `whsec_${Buffer.from(secret).toString('base64')}` : secret;
const client = new OpenAI({ apiKey: 'not needed here', webhookSecret });

createServer(async (request, response) => {
  const body = Buffer.concat(await Array.fromAsync(request)).toString();
  try {
    const event = await client.webhooks.unwrap(body, request.headers);
    console.log(event.type, event.data.id);
    response.writeHead(204).end();
  } catch {
    response.writeHead(401).end();
  }
}).listen(PORT);
