// Opens a connection through an HTTP proxy with CONNECT.

import { request } from 'node:http';
import type { Socket } from 'node:net';
import { OutboundFailure } from './errors.ts';

/**
 * Opens a tunnel to the host. Throws an OutboundFailure if the proxy refuses or does not answer within `timeoutMs`
 * milliseconds.
 */
export function openTunnel(proxyUrl: string, host: string, port: number, timeoutMs: number): Promise<Socket> {
  const proxy = new URL(proxyUrl);
  const target = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return new Promise((resolve, reject) => {
    const opening = request({
      host: proxy.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: proxy.port === '' ? 80 : Number(proxy.port),
      method: 'CONNECT',
      path: target,
      headers: {
        host: target,
        ...(credentials === ':'
          ? {}
          : { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }),
      },
      timeout: timeoutMs,
      agent: false,
    });
    opening.once('connect', (response, socket) => {
      if (response.statusCode === 200) return resolve(socket as Socket);
      socket.destroy();
      // Proxies that filter refuse non-public targets with status 403 or 407.
      reject(new OutboundFailure(response.statusCode === 403 ? 'target_not_allowed' : 'connection_failed'));
    });
    opening.once('response', () => opening.destroy(new OutboundFailure('connection_failed')));
    opening.once('timeout', () => opening.destroy(new OutboundFailure('connection_timeout')));
    opening.once('error', (cause) => {
      reject(cause instanceof OutboundFailure ? cause : new OutboundFailure('connection_failed', { cause }));
    });
    opening.end();
  });
}
