// Parsers for setting values. They accept the value of a variable or of the file, and return it in the code's form. On
// an invalid value they throw an Error that says what the value must be, without the setting's name.

import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isNetwork } from '../platform/index.ts';

/**
 * Parses one value. Throws an Error whose message completes "<setting> ". `schema` is the JSON Schema of the file's
 * form.
 */
export interface Read<T> {
  (value: unknown): T;
  schema?: Record<string, unknown>;
}

export function text(value: unknown): string {
  if (typeof value !== 'string') throw new Error('must be a text.');
  return value;
}

/**
 * Returns a parser for a non-empty text. An unset variable often arrives as an empty text. The advice says what to
 * write instead.
 */
export function nonEmpty(advice: string): Read<string> {
  return (value) => {
    if (text(value).trim() === '') throw new Error(`must not be empty: write ${advice}, or leave it out.`);
    return text(value);
  };
}

export function integer(minimum: number, maximum: number): Read<number> {
  const read: Read<number> = (value) => {
    const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isInteger(number) || number < minimum || number > maximum) {
      throw new Error(`must be a whole number from ${minimum} to ${maximum}, not '${String(value)}'.`);
    }
    return number;
  };
  read.schema = { type: 'integer', minimum, maximum };
  return read;
}

/** Returns a parser for an integer or an empty text, which means none. */
export function integerOrNone(minimum: number, maximum: number): Read<number | ''> {
  const read: Read<number | ''> = (value) => (value === '' ? '' : integer(minimum, maximum)(value));
  read.schema = { anyOf: [{ type: 'integer', minimum, maximum }, { const: '' }] };
  return read;
}

/** Parses a number of processes, or `auto`. */
export function processCount(value: unknown): number | 'auto' {
  return value === 'auto' ? 'auto' : processNumber(value);
}
const processNumber = integer(1, 256);
processCount.schema = { anyOf: [processNumber.schema, { const: 'auto' }] };

export function boolean(value: unknown): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw new Error(`must be true or false, not '${String(value)}'.`);
}
boolean.schema = { type: 'boolean' };

/** Parses a list of durations in seconds, each 0 to 30 days. Fractions are allowed. */
export function seconds(value: unknown): number[] {
  const list: unknown[] = Array.isArray(value) ? value : String(value).split(',');
  const numbers = list.filter((item) => item !== '').map((item) => (typeof item === 'string' ? Number(item) : item));
  if (numbers.length <= 30 && numbers.every((item) => typeof item === 'number' && item >= 0 && item <= 2_592_000))
    return numbers as number[];
  throw new Error('must be at most 30 numbers of seconds such as 1,5,30.');
}
seconds.schema = { type: ['array', 'string'], items: { type: 'number', minimum: 0, maximum: 2_592_000 }, maxItems: 30 };

export function oneOf<const Choice extends string>(...choices: Choice[]): Read<Choice> {
  const read: Read<Choice> = (value) => {
    const found = choices.find((choice) => choice === value);
    const words = choices.map((choice) => (choice === '' ? 'empty' : choice)).join(', ');
    if (found === undefined) throw new Error(`must be one of ${words}, not '${String(value)}'.`);
    return found;
  };
  read.schema = { enum: choices };
  return read;
}

function httpUrl(value: unknown): string {
  const url = parseUrl(value);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error(`must be an address that begins http:// or https://, not '${String(value)}'.`);
  }
  return String(value);
}

export function httpUrlOrNone(value: unknown): string {
  return value === '' ? '' : httpUrl(value);
}

/**
 * Returns a parser for a URL with one of these schemes and a host, or an empty text. Errors do not show the value, because
 * it may contain a password.
 */
function urlOrNone(form: string, schemes: string[], isComplete: (url: URL) => boolean = hasHost): Read<string> {
  return (value) => {
    const url = value === '' ? undefined : readUrl(value);
    if (url === null || (url !== undefined && !(schemes.includes(url.protocol) && isComplete(url))))
      throw new Error(`must ${form}.`);
    return String(value);
  };
}

function hasHost(url: URL): boolean {
  return url.hostname !== '';
}

export const databaseUrl = urlOrNone(
  'have the form mysql://user:password@host:port/name',
  ['mysql:', 'mariadb:'],
  (url) => hasHost(url) && url.pathname.length > 1,
);
export const postgresUrl = urlOrNone('have the form postgres://user:password@host:port/name', [
  'postgres:',
  'postgresql:',
]);
export const brokerUrl = urlOrNone('have the form amqp://user:password@host:port/vhost', ['amqp:', 'amqps:']);
export const proxyUrl = urlOrNone('be an address that begins http://', ['http:']);

interface SmtpParts {
  host: string;
  port: number;
  user: string;
  password: string;
  secure: boolean;
}

/** Parses an smtp:// or smtps:// URL. Errors do not show the value, because it may contain a password. */
export function smtpParts(value: unknown): SmtpParts {
  if (value === '') return { host: '', port: 587, user: '', password: '', secure: false };
  const url = readUrl(value);
  const secure = url?.protocol === 'smtps:';
  if (url === null || (!secure && url.protocol !== 'smtp:') || url.hostname === '' || url.pathname.length > 1) {
    throw new Error('must have the form smtp://user:password@host:port, or smtps://….');
  }
  return {
    host: decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    secure,
  };
}

/** Parses an e-mail address with or without a display name. */
export function mailbox(value: unknown): string {
  if (
    value === '' ||
    (typeof value === 'string' && /^([^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u.test(value))
  )
    return value;
  throw new Error(`must be an address, or 'Name <address>', not '${String(value)}'.`);
}

/** Returns a parser for a list, in a variable separated by commas. `kind` describes the items with an example. */
function listOf(kind: string, isItem: (item: string, count: number) => boolean, only = ''): Read<string[]> {
  const read: Read<string[]> = (value) => {
    const list = typeof value === 'string' ? value.split(',').map((item) => item.trim()) : value;
    if (!Array.isArray(list)) throw new Error(`must be a list of ${kind}.`);
    const items = list.filter((item) => item !== '').map(String);
    const wrong = items.find((item) => !isItem(item, items.length));
    if (wrong === undefined) return items;
    throw new Error(`must be a list of ${kind}${only}; '${wrong}' is none.`);
  };
  read.schema = { type: ['array', 'string'], items: { type: 'string' } };
  return read;
}

export const nameServers = listOf('addresses such as 10.0.0.2 or 10.0.0.2:53', (item) => {
  const [, host = ''] = /^\[?([0-9a-fA-F.:]+?)\]?(?::\d{1,5})?$/.exec(item) ?? [];
  return isIP(item) !== 0 || isIP(host) !== 0;
});
/** Parses a list of origins in the form that browsers send them, or `*` alone for all. */
export const origins = listOf(
  'origins such as https://app.example.com, or *',
  (item, count) => isOrigin(item) || (item === '*' && count === 1),
  ' alone',
);
export const cidrs = listOf('networks such as 10.0.0.0/8', isNetwork);

/** Parses an address to listen on; empty for none. */
export function listenAddress(value: unknown): string {
  const [, , port = '65536'] = /^(\[[0-9a-fA-F:.]+\]|[^\s:[\]]+):(\d{1,5})$/.exec(String(value)) ?? [];
  if (value !== '' && Number(port) > 65_535)
    throw new Error(`must be an address and a port such as 127.0.0.1:9090, not '${String(value)}'.`);
  return String(value);
}

/** Splits an address such as `[::1]:9090`. The host of an IPv6 address has no brackets. */
export function hostAndPort(address: string): { host: string; port: number } {
  const colon = address.lastIndexOf(':');
  return { host: address.slice(0, colon).replace(/^\[(.*)\]$/, '$1'), port: Number(address.slice(colon + 1)) };
}

/** Returns true for an origin in lower case, without a path and without the default port of its scheme. */
function isOrigin(text: string): boolean {
  if (!/^https?:/.test(text)) return /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9.-]+(:\d{1,5})?$/.test(text);
  return parseUrl(text)?.origin === text;
}

/** Parses the path of a PEM file, all of whose certificates must be valid; empty for none. */
export function certificateFile(value: unknown): string {
  const path = text(value);
  if (path === '') return '';
  const certificates = contentOf(path).match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs) ?? [];
  if (certificates.length > 0 && certificates.every(isCertificate)) return path;
  throw new Error(`must name a PEM file of certificates; '${path}' is none.`);
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`names '${path}', which cannot be read: ${(error as Error).message}`);
  }
}

function isCertificate(pem: string): boolean {
  try {
    new X509Certificate(pem);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the parsed URL, or null if it is invalid. Throws for an invalid percent-encoding. Errors do not show the
 * value, because it may contain a password.
 */
function readUrl(value: unknown): URL | null {
  const url = parseUrl(value);
  try {
    for (const part of [url?.username, url?.password, url?.hostname, url?.pathname]) decodeURIComponent(part ?? '');
  } catch {
    throw new Error('has a % that stands for no character: write % in a user name or password as %25.');
  }
  return url;
}

function parseUrl(value: unknown): URL | null {
  return typeof value === 'string' ? URL.parse(value) : null;
}
