/** The result of the check of one part of an installation. */
export interface Finding {
  part: string;
  /** `warning`: the server works, and something needs attention. `skipped`: not configured, or not possible now. */
  state: 'ok' | 'warning' | 'failed' | 'skipped';
  /** The result in words and, unless all is well, what to do. */
  message: string;
}

/** Checks one part. An error that it throws becomes a failure with `advice`. */
export interface Check {
  part: string;
  /** The advice for a check that throws, or that does not end in time. */
  advice: string;
  run(): Promise<Result | Result[]>;
}

export type Result = Omit<Finding, 'part'>;

export const deadlineMs = 10_000;

export function ok(message: string): Result {
  return { state: 'ok', message };
}

export function warning(message: string): Result {
  return { state: 'warning', message };
}

export function failed(message: string): Result {
  return { state: 'failed', message };
}

export function skipped(message: string): Result {
  return { state: 'skipped', message };
}

/** Runs the check, for at most 10 s. */
export async function findingsOf({ part, advice, run }: Check): Promise<Finding[]> {
  const late = Promise.withResolvers<Result>();
  const timer = setTimeout(
    () => late.resolve(failed(`It did not answer within ${deadlineMs / 1000} s. ${advice}`)),
    deadlineMs,
  );
  const results = await Promise.race([run().catch((error: unknown) => asFailure(error, advice)), late.promise]);
  clearTimeout(timer);
  return [results].flat().map((result) => ({ part, ...result }));
}

function asFailure(error: unknown, advice: string): Result {
  if (isDiskFull(error)) return failed('The disk is full. Delete files, or enlarge the disk.');
  const { message, code } = error as NodeJS.ErrnoException;
  const reason = message === '' ? String(code) : message.replace(/\.$/, '');
  return failed(`${reason}. ${advice}`);
}

function isDiskFull(error: unknown): boolean {
  const { code, cause } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' || (cause instanceof Error && isDiskFull(cause));
}
