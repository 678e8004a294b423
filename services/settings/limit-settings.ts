// The settings that limit the resources of one request.

import { setting } from './config-tree.ts';
import { integer, oneOf } from './setting-values.ts';

export const limits = {
  max_body_bytes: setting(
    'SVC_MAX_BODY_BYTES',
    integer(1024, 1 << 30),
    1 << 20,
    'The largest JSON body. Without a credential the limit is 16 KiB.',
    {
      live: true,
    },
  ),
  max_inference_body_bytes: setting(
    'SVC_MAX_INFERENCE_BODY_BYTES',
    integer(1024, 1 << 30),
    16 << 20,
    'The largest body of a call that goes to an upstream.',
    { live: true },
  ),
  max_body_values: setting(
    'SVC_MAX_BODY_VALUES',
    integer(1000, 10_000_000),
    500_000,
    'The most objects, arrays and members of objects in one body of a call that goes to an upstream. 100,000 take 4 to 40 ms to parse.',
    { live: true },
  ),
  max_buffered_bytes: setting(
    'SVC_MAX_BUFFERED_BYTES',
    integer(1 << 20, 2 ** 40),
    256 << 20,
    'The most bytes that the bodies of all requests in work take together; one project may take three quarters. Further requests are refused with Retry-After.',
  ),
  expected_output_tokens: setting(
    'SVC_EXPECTED_OUTPUT_TOKENS',
    integer(0, 1_000_000),
    500,
    'Output tokens reserved for a call that sets no bound, until calls of its model have ended and give a better estimate.',
  ),
  unpriced_models: setting(
    'SVC_UNPRICED_MODELS',
    oneOf('refuse', 'allow'),
    'refuse',
    'Whether projects with a spend limit may call models that have no price: refuse or allow.',
  ),
  max_file_bytes: setting(
    'SVC_MAX_FILE_BYTES',
    integer(1, 2 ** 40),
    512 * 1024 ** 2,
    'The largest file that is sent in one piece.',
  ),
  max_upload_bytes: setting(
    'SVC_MAX_UPLOAD_BYTES',
    integer(1, 2 ** 40),
    8 * 1024 ** 3,
    'The largest file that is sent in parts.',
  ),
} as const;
