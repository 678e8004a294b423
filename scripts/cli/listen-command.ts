// `svc webhook listen`: polls the events of a project, and posts them to a program on this machine, signed as the
// project's webhook signs. The server opens no connection to this machine, so the program needs no public address.
//
// The cursor is in memory: after an outage of the server or the network, the command continues with the next event.

import { setTimeout as wait } from 'node:timers/promises';
import { Command } from 'commander';
import type { components } from '../../generated/openapi.ts';
import { generateWebhookSecret, isStandardSecret, signatures } from '../../services/webhooks/signing.ts';
import { plain } from '../text/index.ts';
import { ApiError } from './client.ts';
import { Failure, missingContext, wrongUsage } from './failure.ts';
import { idOf } from './file-transfer.ts';
import { printJsonLine, printLine, printNote } from './output.ts';
import { call, type Globals } from './session.ts';
import { timeText } from './values.ts';

type Schemas = components['schemas'];
type Event = Schemas['StoredWebhookEvent'];
type EventPage = Schemas['WebhookEventPage'];

interface Flags extends Globals {
  forward?: string;
}

/** The program's response to an event. */
interface Answer {
  status: number | null;
  /** The reason for a missing response; null if the program responded. */
  error: string | null;
  duration_ms: number;
}

const waitSeconds = 20;
/** The same timeout as for a webhook's receiver. */
const answerTimeoutMs = 15_000;
const longestPauseMs = 5000;

export function listenCommand(): Command {
  return new Command('listen')
    .summary('Post events to a program on this machine')
    .description(
      "Prints the events of a project as they arrive, and posts them to a program on this machine, until Ctrl-C. The project needs no webhook, and the program needs no public address. The events are signed like those of the project's webhook. The secret comes from SVC_WEBHOOK_SECRET, else the command generates one and prints it. An event that the program does not accept is not sent again.",
    )
    .option(
      '--forward <url>',
      'the URL of the program, such as http://127.0.0.1:3000/hook; without this flag, events are only printed',
    )
    .action((_, command: Command) => listen(command.optsWithGlobals<Flags>()));
}

async function listen(flags: Flags): Promise<void> {
  const { project: id } = flags;
  if (id === undefined) throw missingContext('project');
  const forward = flags.forward === undefined ? undefined : addressOf(flags.forward);
  const stop = new AbortController();
  const end = (): void => stop.abort();
  process.once('SIGINT', end).once('SIGTERM', end);
  try {
    const project = (await ask(flags, '', stop.signal)) as Schemas['Project'];
    const secret = secretFor(project);
    const { next_cursor: start } = (await ask(flags, '/webhook_events', stop.signal)) as EventPage;
    if (flags.json) printJsonLine({ project: project.id, forward: forward ?? null, webhook_secret: secret });
    else {
      const signing = forward === undefined ? '' : `, ${project.webhook_signing} signing`;
      printLine(
        `listening for events of the project ${plain(project.name)} (${plain(project.id)})${signing}; Ctrl-C ends`,
      );
      if (forward !== undefined) printLine(`webhook secret: ${secret}`);
    }
    for await (const event of eventsAfter(flags, start, stop.signal)) {
      const answer = forward === undefined ? undefined : await post(event, forward, secret, project, stop.signal);
      if (flags.json) printJsonLine({ ...event, answer: answer ?? null });
      else
        printLine([timeText(event.created_at), event.type, event.id, ...responseColumns(answer)].map(plain).join('  '));
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
  }
}

/** Yields the events after the cursor. Retries while the server is unavailable. Throws if the server refuses a request. */
async function* eventsAfter(flags: Flags, start: string, signal: AbortSignal): AsyncGenerator<Event> {
  let cursor = start;
  for (let failures = 0; ; ) {
    try {
      const page = (await ask(flags, '/webhook_events', signal, {
        cursor,
        wait_seconds: String(waitSeconds),
      })) as EventPage;
      if (failures > 0) printNote('the server answers again');
      failures = 0;
      yield* page.data;
      cursor = page.next_cursor;
    } catch (error) {
      if (signal.aborted || !isUnavailable(error)) throw error;
      if (failures === 0)
        printNote(`${plain((error as Error).message)} Trying again until the server answers; no event is lost.`);
      failures += 1;
      await wait(Math.min(failures * 500, longestPauseMs), undefined, { signal });
    }
  }
}

/** Returns true if a retry can succeed: the server did not respond, has failed, or is overloaded. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 429;
  return error instanceof Failure && error.exitCode === 1;
}

function ask(flags: Flags, below: string, signal: AbortSignal, query: Record<string, string> = {}): Promise<unknown> {
  const { organization, project = '' } = flags;
  const path = `/v1/organization/projects/${idOf(project, 'project')}${below}`;
  const headers: Record<string, string> = organization ? { 'compat-organization': organization } : {};
  return call(flags, { method: 'GET', path, query, headers, signal });
}

function addressOf(text: string): string {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw wrongUsage(`--forward takes an address such as http://127.0.0.1:3000/hook, not '${text}'.`);
  return url.href;
}

function secretFor({ webhook_signing: signing }: Schemas['Project']): string {
  const secret = process.env.SVC_WEBHOOK_SECRET || generateWebhookSecret();
  if (!/^[ -~]{8,256}$/.test(secret) || (signing === 'standard' && !isStandardSecret(secret)))
    throw wrongUsage(
      `SVC_WEBHOOK_SECRET is not a valid secret for ${signing} signing. Unset SVC_WEBHOOK_SECRET to get a new secret.`,
    );
  return secret;
}

async function post(
  { id, payload }: Event,
  forward: string,
  secret: string,
  { webhook_signing: signing }: Schemas['Project'],
  signal: AbortSignal,
): Promise<Answer> {
  const body = Buffer.from(payload);
  const timestamp = Math.floor(Date.now() / 1000);
  const startedAt = performance.now();
  const end = (status: number | null, error: string | null): Answer => ({
    status,
    error,
    duration_ms: Math.round(performance.now() - startedAt),
  });
  try {
    const response = await fetch(forward, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'svc-webhooks',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatures(signing, [secret], id, timestamp, body),
        'webhook-event-id': id,
        'webhook-attempt': '1',
      },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerTimeoutMs)]),
    });
    await response.body?.cancel();
    return end(response.status, null);
  } catch (error) {
    if (signal.aborted) throw error;
    return end(null, reasonOf(error));
  }
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return `no answer within ${answerTimeoutMs / 1000} s`;
  return cause?.code === 'ECONNREFUSED' ? 'connection refused: start the program' : (cause?.message ?? message);
}

/** Returns the columns of the program's response. */
function responseColumns(answer: Answer | undefined): string[] {
  if (answer === undefined) return [];
  return [answer.error ?? `${answer.status} in ${answer.duration_ms} ms`];
}
