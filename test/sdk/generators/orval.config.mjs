export default {
  svc: {
    input: './openapi.json',
    // The generated functions call the address that they were generated with.
    output: { target: './orval/client.ts', schemas: './orval/model', client: 'fetch', baseUrl: process.env.SVC_URL },
  },
};
