// A browser without a screen: it keeps cookies by origin, and follows redirects only if it is told to.

export interface Page {
  url: string;
  status: number;
  location: string | null;
  text: string;
  headers: Headers;
}

export class WebBrowser {
  readonly #cookies = new Map<string, Map<string, string>>();

  async open(url: string, form?: Record<string, string>): Promise<Page> {
    const { origin } = new URL(url);
    const jar = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      method: form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { accept: 'text/html', ...(cookie === '' ? {} : { cookie }) },
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    });
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const to = response.headers.get('location');
    const location = to === null ? null : new URL(to, url).href;
    return { url, status: response.status, location, text: await response.text(), headers: response.headers };
  }

  /** Opens an address, and follows redirects as long as they stay below `within`. */
  async follow(url: string, within: string, form?: Record<string, string>): Promise<Page> {
    let page = await this.open(url, form);
    while (page.location?.startsWith(within)) page = await this.open(page.location);
    return page;
  }

  cookie(origin: string, name: string): string | undefined {
    return this.#cookies.get(origin)?.get(name);
  }

  setCookie(origin: string, name: string, value: string): void {
    this.#cookies.get(origin)?.set(name, value);
  }
}
