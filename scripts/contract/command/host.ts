import type { Credentials } from '../credentials.ts';

/** The command line that runs a command of the kit. */
export interface Host {
  /** The name of the program in messages. */
  program: string;
  /** Returns the base URL of the server. */
  url(): string;
  /** Returns credentials that are valid for the given number of seconds. */
  credentials(seconds: number): Promise<Credentials>;
  /** Returns the password of the account that --account names. */
  password(): Promise<string>;
  /** Parses a file of waivers. */
  parse(text: string): Promise<unknown>;
  /** Returns why the server cannot be reached, and what to do. */
  unreachable(address: string, error: unknown): string;
  /** Tells how to get an admin's credential. Part of the message for a credential that is not an admin's. */
  signIn: string;
  /** Shows the progress on the terminal. */
  progress: { show(done: number, total: number, what: string): void; end(): void };
}
