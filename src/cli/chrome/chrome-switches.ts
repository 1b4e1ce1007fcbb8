export interface ChromeWish {
  readonly port: number;
  readonly insecure: boolean;
  readonly headless: boolean;
  /** Chromium's own. */
  readonly sandbox: boolean;
}

/**
 * A person's browser: nothing that they expect of it is switched off, no proxy is set. The port is bound to loopback
 * where no address is named. The profile is never the default one, because Chrome opens no port for that (since 136).
 */
export function chromeSwitches({ port, insecure, headless, sandbox }: ChromeWish, profile: string): string[] {
  return [
    `--remote-debugging-port=${String(port)}`,
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--no-default-browser-check',
    ...(sandbox ? [] : ['--no-sandbox']),
    ...(insecure ? ['--disable-web-security', '--disable-site-isolation-trials'] : []),
    ...(headless ? ['--headless', 'about:blank'] : []),
  ];
}
