export default {
  svc: {
    input: './openapi.json',
    // The base URL is fixed when the functions are generated.
    output: { target: './orval/client.ts', schemas: './orval/model', client: 'fetch', baseUrl: process.env.SVC_URL },
  },
};
