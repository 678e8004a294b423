// Connects to hosts that tenants name (SSRF protection). Each connection checks the addresses of its own DNS lookup,
// and checks the socket's remote address again. TLS verifies the certificate against the host name, not the address.
//
// undici calls `lookup` for host names only, so an IP literal in the URL is checked before.

import type { LookupAddress, LookupOptions } from 'node:dns';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import type { buildConnector } from 'undici';
import { lazyRequire } from '../lazy-require.ts';
import { OutboundFailure } from './errors.ts';
import type { Names } from './resolve.ts';
import { openTunnel } from './tunnel.ts';

const undici = lazyRequire<typeof import('undici')>('undici');
const connectTimeoutMs = 5000;

export interface ConnectSettings {
  names: Names;
  /** Returns true if a literal address is allowed. */
  allows(address: string): boolean;
  /** A PEM file of certificate authorities to trust besides the default ones; empty for none. */
  caFile: string;
  /** An HTTP proxy that connects and checks addresses in place of this server; empty for none. */
  proxyUrl: string;
}

type Lookup = (
  name: string,
  options: LookupOptions,
  callback: (error: Error | null, addresses?: LookupAddress[] | string, family?: number) => void,
) => void;

/** Returns undici's connector. */
export function guardedConnector({ names, allows, caFile, proxyUrl }: ConnectSettings): buildConnector.connector {
  const lookup: Lookup = (name, options, callback) => {
    names.addresses(name).then(
      (addresses) => {
        if (options.all) return callback(null, addresses);
        callback(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 4);
      },
      (error: Error) => callback(error),
    );
  };
  const authority = caFile === '' ? undefined : readFileSync(caFile, 'utf8');
  let built: buildConnector.connector | undefined;
  const direct: buildConnector.connector = (options, callback) => {
    built ??= undici().buildConnector({
      timeout: connectTimeoutMs,
      allowH2: false,
      autoSelectFamily: true,
      secureContext: trust(authority),
      lookup,
    } as buildConnector.BuildOptions);
    built(options, callback);
  };
  return (options, callback) => {
    if (isIP(options.hostname) !== 0 && !allows(options.hostname)) {
      return callback(new OutboundFailure('target_not_allowed'), null);
    }
    if (proxyUrl !== '') {
      openTunnel(proxyUrl, options.hostname, Number(options.port || 443), connectTimeoutMs).then(
        (httpSocket) => direct({ ...options, httpSocket }, callback),
        (error: Error) => callback(error, null),
      );
      return;
    }
    direct(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      if (allows(socket.remoteAddress ?? '')) return callback(null, socket);
      socket.destroy();
      callback(new OutboundFailure('target_not_allowed'), null);
    });
  };
}

/**
 * Parses the trusted certificate authorities once: parsing about 150 certificates for each connection would be
 * expensive.
 */
function trust(authority: string | undefined): SecureContext {
  const usual = getCACertificates('default');
  return createSecureContext({ ca: authority === undefined ? usual : [...usual, authority] });
}
