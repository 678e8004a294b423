// Parsers for setting values. They accept the value of a variable or of the file, and return it in the code's form. On
// an invalid value they throw an Error that says what the value must be, without the setting's name.

import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

/**
 * Parses one value. Throws an Error whose message completes "<setting> ". `schema` is the JSON Schema of the file's
 * form.
 */
export interface Read<T> {
  (value: unknown): T;
  schema?: Record<string, unknown>;
}

const listOfTexts = { type: ['array', 'string'], items: { type: 'string' } };

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
    if (found === undefined) throw new Error(`must be one of ${choices.join(', ')}, not '${String(value)}'.`);
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

export function databaseUrl(value: unknown): string {
  if (value === '') return '';
  const url = readUrl(value);
  // Does not show the value, because it contains a password.
  if (
    url === null ||
    !['mysql:', 'mariadb:'].includes(url.protocol) ||
    url.hostname === '' ||
    url.pathname.length < 2
  ) {
    throw new Error('must have the form mysql://user:password@host:port/name.');
  }
  return String(value);
}

export function postgresUrl(value: unknown): string {
  if (value === '') return '';
  const url = readUrl(value);
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol) || url.hostname === '') {
    throw new Error('must have the form postgres://user:password@host:port/name.');
  }
  return String(value);
}

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

export function brokerUrl(value: unknown): string {
  if (value === '') return '';
  const url = readUrl(value);
  if (url === null || !['amqp:', 'amqps:'].includes(url.protocol) || url.hostname === '')
    throw new Error('must have the form amqp://user:password@host:port/vhost.');
  return String(value);
}

export function proxyUrl(value: unknown): string {
  if (value !== '' && readUrl(value)?.protocol !== 'http:') throw new Error('must be an address that begins http://.');
  return String(value);
}

export function nameServers(value: unknown): string[] {
  const list = typeof value === 'string' ? value.split(',').map((item) => item.trim()) : value;
  if (!Array.isArray(list)) throw new Error('must be a list of addresses such as 10.0.0.2 or 10.0.0.2:53.');
  return list
    .filter((item) => item !== '')
    .map((item: unknown) => {
      const [, host = ''] = /^\[?([0-9a-fA-F.:]+?)\]?(?::\d{1,5})?$/.exec(String(item)) ?? [];
      if (isIP(String(item)) !== 0 || isIP(host) !== 0) return String(item);
      throw new Error(`must be a list of addresses such as 10.0.0.2 or 10.0.0.2:53; '${String(item)}' is none.`);
    });
}
nameServers.schema = listOfTexts;

/** Parses an address to listen on; empty for none. */
export function listenAddress(value: unknown): string {
  const [, , port = '65536'] = /^(\[[0-9a-fA-F:.]+\]|[^\s:[\]]+):(\d{1,5})$/.exec(String(value)) ?? [];
  if (value !== '' && Number(port) > 65_535)
    throw new Error(`must be an address and a port such as 127.0.0.1:9090, not '${String(value)}'.`);
  return String(value);
}

/** Parses a list of origins in the form that browsers send them, or `*` alone for all. */
export function origins(value: unknown): string[] {
  const list = typeof value === 'string' ? value.split(',').map((item) => item.trim()) : value;
  if (!Array.isArray(list)) throw new Error('must be a list of origins such as https://app.example.com, or *.');
  const given = list.filter((item) => item !== '').map(String);
  const wrong = given.find((item) => !isOrigin(item) && (item !== '*' || given.length > 1));
  if (wrong === undefined) return given;
  throw new Error(`must be a list of origins such as https://app.example.com, or * alone; '${wrong}' is none.`);
}
origins.schema = listOfTexts;

/** Returns true for an origin in lower case, without a path and without the default port of its scheme. */
function isOrigin(text: string): boolean {
  if (!/^https?:/.test(text)) return /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9.-]+(:\d{1,5})?$/.test(text);
  return parseUrl(text)?.origin === text;
}

export function cidrs(value: unknown): string[] {
  const list = typeof value === 'string' ? value.split(',').map((item) => item.trim()) : value;
  if (!Array.isArray(list)) throw new Error('must be a list of networks such as 10.0.0.0/8.');
  return list
    .filter((item) => item !== '')
    .map((item: unknown) => {
      if (typeof item === 'string' && isNetwork(item)) return item;
      throw new Error(`must be a list of networks such as 10.0.0.0/8; '${String(item)}' is none.`);
    });
}
cidrs.schema = listOfTexts;

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

function isNetwork(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/');
  const version = isIP(address);
  return rest.length === 0 && version !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
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
