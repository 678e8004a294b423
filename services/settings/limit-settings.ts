// The settings that limit the resources of one request.

import { setting } from './config-tree.ts';
import { integer, oneOf } from './setting-values.ts';

export const limits = {
  max_body_bytes: setting('SVC_MAX_BODY_BYTES', integer(1024, 1 << 30), 1 << 20, { live: true }).about(
    'The maximum size of a JSON body in bytes. Without a credential the limit is 16 KiB.',
  ),
  max_inference_body_bytes: setting('SVC_MAX_INFERENCE_BODY_BYTES', integer(1024, 1 << 30), 16 << 20, {
    live: true,
  }).about('The maximum size in bytes of the body of a call to an upstream.'),
  max_body_values: setting('SVC_MAX_BODY_VALUES', integer(1000, 10_000_000), 500_000, { live: true }).about(
    'The maximum number of objects, arrays and object members in the body of a call to an upstream. 100,000 of them take 4 to 40 ms to parse.',
  ),
  max_buffered_bytes: setting('SVC_MAX_BUFFERED_BYTES', integer(1 << 20, 2 ** 40), 256 << 20).about(
    'The maximum bytes of the bodies of all requests in progress together; one project may use three quarters. Further requests are refused with Retry-After.',
  ),
  max_page_bytes: setting('SVC_MAX_PAGE_BYTES', integer(1024, 1 << 30), 8 << 20, { live: true }).about(
    'The maximum bytes of one page of a list, or of the content of a file in a vector store. A page ends there, with fewer items than the limit of the request. A single item that is larger is a page of its own.',
  ),
  expected_output_tokens: setting('SVC_EXPECTED_OUTPUT_TOKENS', integer(0, 1_000_000), 500).about(
    'The output tokens that are reserved for a call without an output limit, until ended calls of its model give a better estimate.',
  ),
  unpriced_models: setting('SVC_UNPRICED_MODELS', oneOf('refuse', 'allow'), 'refuse').about(
    'Whether projects with a spend limit may call models, custom endpoints, MCP tools and hosted tools that have no price: refuse or allow.',
  ),
  max_file_bytes: setting('SVC_MAX_FILE_BYTES', integer(1, 2 ** 40), 512 * 1024 ** 2).about(
    'The maximum size in bytes of a file that is sent in one request.',
  ),
  max_upload_bytes: setting('SVC_MAX_UPLOAD_BYTES', integer(1, 2 ** 40), 8 * 1024 ** 3).about(
    'The maximum size in bytes of a file that is uploaded in parts.',
  ),
} as const;
