// The command `webhook`: tries a receiver of webhooks with good, badly signed, old, tampered, repeated and out-of-order
// events, and judges its answers.

import { createJunitFile } from '../report/junit.ts';
import { printReport } from '../report/report.ts';
import { tryReceiver } from '../webhook/run.ts';
import { isStandardSecret, type Signing, signings } from '../webhook/sign.ts';
import { refuseOtherHosts, unreachable } from './address.ts';
import { fromEnvironment } from './credential-flags.ts';
import { cannot, KitFailure } from './failure.ts';
import type { RawFlags } from './options.ts';

/** Runs the command. Throws a KitFailure unless the receiver answers as it must. */
export async function webhookCommand(address: string, flags: RawFlags): Promise<void> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw cannot("The receiver's address must have the form https://host[:port]/path.");
  refuseOtherHosts(url.href, (flags['allow-host'] ?? []) as string[]);
  const secret = (flags.secret as string | undefined) ?? fromEnvironment('SVC_WEBHOOK_SECRET');
  if (!secret) throw cannot('Missing secret: set SVC_WEBHOOK_SECRET, or use --secret.');
  const signing = signingOf(String(flags.signing ?? 'literal'), secret);
  const seconds = Number(flags.timeout ?? 15);
  if (!(seconds >= 1 && seconds <= 60)) throw cannot(`'${flags.timeout}' is not a number of seconds from 1 to 60.`);
  const junit = flags.junit === undefined ? undefined : createJunitFile(String(flags.junit));
  const report = { ...(await tryReceiver({ url: url.href, secret, signing, timeoutMs: seconds * 1000 })), faults: [] };
  const finding = report.results[0]?.findings[0];
  const isUnanswered = report.results.every(({ outcome }) => outcome !== 'passed') && finding?.cause === 'no answer';
  // A receiver that takes the connection, and is late or closes it, is there and wrong.
  if (isUnanswered && !/no whole response|hang up|aborted|ECONNRESET/.test(finding.got)) {
    const cause = new Error(finding.got);
    junit?.saveError(cause.message);
    throw cannot(unreachable(url.origin, cause));
  }
  junit?.save(report, [secret]);
  printReport(report, flags.json === true ? 'json' : flags.tap === true ? 'tap' : 'table', [secret]);
  const failed = report.results.filter(({ outcome }) => outcome === 'failed').length;
  // A receiver that refuses every valid event may only expect another kind of signature.
  const isRefused = /^status (400|401|403|422|5\d\d) /.test(finding?.cause ?? '');
  const hint = isRefused
    ? ` The events had ${signing} signatures: --signing must be the project's webhook_signing.`
    : '';
  if (failed > 0) throw new KitFailure(`the receiver is wrong in ${failed} case${failed === 1 ? '' : 's'}.${hint}`);
}

function signingOf(text: string, secret: string): Signing {
  const signing = signings.find((one) => one === text);
  if (signing === undefined) throw cannot(`--signing takes ${signings.join(', ')}, not '${text}'.`);
  if (signing !== 'literal' && !isStandardSecret(secret))
    throw cannot(`${signing} signing needs a secret of the form whsec_ and the base64 of 24 to 64 bytes.`);
  return signing;
}
