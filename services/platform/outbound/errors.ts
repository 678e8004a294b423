// Errors of requests to servers that tenants name. Tenants see the codes, so a code never reveals an address, a
// certificate path or anything else of this server's network.

export type OutboundError =
  | 'target_not_allowed'
  | 'dns_not_found'
  | 'dns_timeout'
  | 'dns_failed'
  | 'connection_refused'
  | 'connection_timeout'
  | 'connection_failed'
  | 'connection_closed'
  | 'certificate_expired'
  | 'certificate_name_mismatch'
  | 'certificate_untrusted'
  | 'tls_failed'
  | 'timeout'
  | 'malformed_response';

/** A request that was refused by a check here, or that failed here. */
export class OutboundFailure extends Error {
  readonly reason: OutboundError;

  constructor(reason: OutboundError, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

const reasons: Record<string, OutboundError> = {
  ECONNREFUSED: 'connection_refused',
  ETIMEDOUT: 'connection_timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connection_timeout',
  ECONNRESET: 'connection_closed',
  EPIPE: 'connection_closed',
  UND_ERR_SOCKET: 'connection_closed',
  UND_ERR_CLOSED: 'connection_closed',
  UND_ERR_DESTROYED: 'connection_closed',
  UND_ERR_HEADERS_OVERFLOW: 'malformed_response',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'malformed_response',
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_name_mismatch',
  EPROTO: 'tls_failed',
};

const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_CHAIN_TOO_LONG',
  'INVALID_CA',
  'INVALID_PURPOSE',
]);

/** Maps any error of the network to its code. */
export function outboundReason(error: unknown): OutboundError {
  if (error instanceof OutboundFailure) return error.reason;
  // All addresses failed; reports the last failure.
  if (error instanceof AggregateError) return outboundReason(error.errors.at(-1));
  const code = codeOf(error);
  if (untrusted.has(code)) return 'certificate_untrusted';
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return reasons[code] ?? 'tls_failed';
  // Some parser errors have no code, but all have this name.
  if (error instanceof Error && error.name === 'HTTPParserError') return 'malformed_response';
  return reasons[code] ?? 'connection_failed';
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
