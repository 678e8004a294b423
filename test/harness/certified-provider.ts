// The certified identity provider of the `oidc-provider` package, in this process on a free port.

import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { clientId, clientSecret } from './forging-provider.ts';
import type { Page, WebBrowser } from './web-browser.ts';

const require = createRequire(new URL('../package.json', import.meta.url));

export interface CertifiedProvider {
  url: string;
  /** The claims of the people, by subject. */
  people: Map<string, Record<string, unknown>>;
  /** The subjects whose accounts are gone: the provider refuses their refresh tokens. */
  gone: Set<string>;
  /** Registers the server under test, whose address is known only now. */
  register(redirectUri: string, more?: Record<string, unknown>): void;
  /** Signs in on the provider's pages, and returns the page of the last redirect, not yet opened: the callback. */
  signIn(browser: WebBrowser, url: string, subject: string): Promise<Page>;
  close(): Promise<void>;
}

export async function startCertifiedProvider(): Promise<CertifiedProvider> {
  const { default: Provider } = require('oidc-provider');
  let listener: RequestListener | undefined;
  const server = createServer((request, response) => listener?.(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Record<string, unknown>>();
  const gone = new Set<string>();
  return {
    url,
    people,
    gone,
    register(redirectUri, more = {}) {
      const provider = new Provider(url, {
        clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri], ...more }],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
        findAccount: (_context: unknown, sub: string) =>
          gone.has(sub) ? undefined : { accountId: sub, claims: () => ({ sub, ...people.get(sub) }) },
        cookies: { keys: ['only for tests'] },
        features: { backchannelLogout: { enabled: true } },
        // Its own one refuses this machine.
        fetch: (address: string, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) =>
          fetch(address, options),
      });
      listener = provider.callback();
    },
    async signIn(browser, address, subject) {
      let page = await browser.follow(address, url);
      for (const form of [{ prompt: 'login', login: subject, password: 'any' }, { prompt: 'consent' }]) {
        if (page.location !== null) return page;
        page = await browser.follow(page.url, url, form);
      }
      return page;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
