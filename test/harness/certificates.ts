// Certificates for servers that tests start: a certificate authority, and certificates signed by it. Encoded in DER
// (ITU-T X.690) by hand, because Node parses certificates but cannot create them.

import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

export interface Certificate {
  /** PEM. */
  cert: string;
  /** PEM. */
  key: string;
}

const oids = {
  ecdsaWithSha256: '2a8648ce3d040302',
  commonName: '550403',
  basicConstraints: '551d13',
  subjectAltName: '551d11',
};
const dayMs = 86_400_000;

const authorityName = 'Test authority';

/** Creates a certificate authority. */
export function createAuthority(): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const basicConstraints = der(0x30, oid(oids.basicConstraints), boolean(true), octets(der(0x30, boolean(true))));
  const issuer = { issuer: authorityName, key: privateKey };
  return certificate(authorityName, publicKey, privateKey, issuer, [basicConstraints], 365);
}

/**
 * Creates a certificate for host names and addresses, signed by the authority. It is valid for `days` days from
 * yesterday; with a negative number it has expired.
 */
export function issue(authority: Certificate, hosts: string[], days = 30): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const names = hosts.map((host) =>
    isIP(host) === 0 ? der(0x82, Buffer.from(host)) : der(0x87, Buffer.from(host.split('.').map(Number))),
  );
  const altNames = der(0x30, oid(oids.subjectAltName), octets(der(0x30, ...names)));
  const issuer = { issuer: authorityName, key: createPrivateKey(authority.key) };
  return certificate(hosts[0] ?? '', publicKey, privateKey, issuer, [altNames], days);
}

function certificate(
  subject: string,
  publicKey: KeyObject,
  privateKey: KeyObject,
  { issuer, key }: { issuer: string; key: KeyObject },
  extensions: Buffer[],
  days: number,
): Certificate {
  const algorithm = der(0x30, oid(oids.ecdsaWithSha256));
  const begin = Date.now() - dayMs * (days < 0 ? 1 - days : 1);
  const signed = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    nameOf(issuer),
    der(0x30, time(begin), time(days < 0 ? Date.now() + days * dayMs : begin + days * dayMs)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, ...extensions)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', signed, key));
  const base64 = der(0x30, signed, algorithm, signature).toString('base64');
  // A whole last line must not be followed by an empty one: OpenSSL refuses it.
  const lines = base64.match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** Encodes a value with its tag and length. */
function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function boolean(value: boolean): Buffer {
  return der(0x01, Buffer.from([value ? 0xff : 0]));
}

function octets(content: Buffer): Buffer {
  return der(0x04, content);
}

function nameOf(commonName: string): Buffer {
  return der(0x30, der(0x31, der(0x30, oid(oids.commonName), der(0x0c, Buffer.from(commonName)))));
}

/** GeneralizedTime: YYYYMMDDHHMMSSZ. */
function time(ms: number): Buffer {
  return der(0x18, Buffer.from(`${new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14)}Z`));
}
