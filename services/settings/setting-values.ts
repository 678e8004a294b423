// What a setting's value may be: readers that take it as the environment or a file has it, and return it as the code
// wants it. They throw an Error that says what it must be, without the setting's name.

import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

/** Reads one value. Throws a text that completes "<setting> ". `schema` says in JSON Schema what the file may have. */
export interface Read<T> {
  (value: unknown): T;
  schema?: Record<string, unknown>;
}

const listOfTexts = { type: ['array', 'string'], items: { type: 'string' } };

export function text(value: unknown): string {
  if (typeof value !== 'string') throw new Error('must be a text.');
  return value;
}

/** A text that is not empty, which what stands for an unset variable often is. The advice says what to write instead. */
export function filled(advice: string): Read<string> {
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

/** A number, or an empty text: none is given. */
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

/** A list of durations of 0 to 30 days; a fraction of a second is allowed. */
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

export function httpUrl(value: unknown): string {
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
  // The value itself is not shown: it holds a password.
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

/** What an smtp:// or smtps:// address says. It is not shown where it is wrong: it may hold a password. */
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

/** An address, bare or behind a name. */
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

/** Where to listen; empty: nowhere. */
export function listenAddress(value: unknown): string {
  const [, , port = '65536'] = /^(\[[0-9a-fA-F:.]+\]|[^\s:[\]]+):(\d{1,5})$/.exec(String(value)) ?? [];
  if (value !== '' && Number(port) > 65_535)
    throw new Error(`must be an address and a port such as 127.0.0.1:9090, not '${String(value)}'.`);
  return String(value);
}

/** Origins of pages as browsers send them, or `*` alone for all. */
export function origins(value: unknown): string[] {
  const list = typeof value === 'string' ? value.split(',').map((item) => item.trim()) : value;
  if (!Array.isArray(list)) throw new Error('must be a list of origins such as https://app.example.com, or *.');
  const given = list.filter((item) => item !== '').map(String);
  const wrong = given.find((item) => !isOrigin(item) && (item !== '*' || given.length > 1));
  if (wrong === undefined) return given;
  throw new Error(`must be a list of origins such as https://app.example.com, or * alone; '${wrong}' is none.`);
}
origins.schema = listOfTexts;

/** In lower case, without a path, and without the port that its scheme has anyway. */
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

/** The name of a PEM file that holds certificates, each of which can be read; empty: none. */
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

/** Null: it is none. Throws where what stands in it cannot be read; it is not shown, since it may be a password. */
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
