// A process that runs CLI commands one after another. The parent process sends the arguments, the environment and the
// input, and gets the output. The process is shared, because loading the CLI takes 0.4 s of CPU, and most commands only
// milliseconds.

import { Readable, Writable } from 'node:stream';
import { main } from '../../scripts/cli/main.ts';

export interface CliRequest {
  args: string[];
  env: Record<string, string>;
  input: string;
  /** The folder in which the command runs. */
  cwd?: string;
}

export interface CliReply {
  code: number;
  stdout: string;
  stderr: string;
}

async function run({ args, env, input, cwd }: CliRequest): Promise<CliReply> {
  if (cwd !== undefined) process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  const [stdout, stderr] = [collector(), collector()];
  replace('stdin', Readable.from([Buffer.from(input)], { objectMode: false }));
  replace('stdout', stdout.stream);
  replace('stderr', stderr.stream);
  const code = await main(args);
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function collector(): { stream: Writable; text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}

function replace(name: 'stdin' | 'stdout' | 'stderr', stream: Readable | Writable): void {
  Object.defineProperty(process, name, { value: stream, configurable: true });
}

process.on('message', (request: CliRequest) => {
  void run(request).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit());
