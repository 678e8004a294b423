// The log: JSON lines on stdout, pretty on a terminal. Secrets are cut out by shape, whoever logs them.

import { destination, type Logger, pino, stdTimeFunctions } from 'pino';

export type Log = Logger;

/** A credential of this server, the token of a link, or a webhook secret, wherever it stands in a text. */
const secretPattern = /\b(svcuser|svcuserrefresh|svcorg|svcproj|svcreset|svcinvitation|whsec)_[A-Za-z0-9+/=_-]{8,}/g;

/** The text without the secrets in it. */
export function scrub(text: string): string {
  return text.replace(secretPattern, '$1_[redacted]');
}

/** A logger at the level. On a terminal the lines are for people. */
export async function createLog(level: string): Promise<Log> {
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: ['password', 'secret', 'token', '*.password', '*.secret', '*.token', '*.authorization'],
      censor: '[redacted]',
    },
    hooks: { streamWrite: scrub },
  };
  if (!process.stdout.isTTY)
    return pino(options, destination({ fd: 1, sync: false, minLength: 4096, periodicFlush: 100 }));
  const { default: pretty } = await import('pino-pretty');
  return pino(options, pretty({ sync: true, ignore: 'hostname,pid' }));
}
