/**
 * Hosts that Chromium, Chrome and Edge call for themselves and no page has a reason to: used where it cannot be told who
 * sent a request. Hosts that pages use too (`www.google.com`, `accounts.google.com`) are not here.
 */
const SERVICES: ReadonlySet<string> = new Set([
  ...['content-autofill', 'optimizationguide-pa', 'passwordsleakcheck-pa', 'safebrowsing', 'update', 't0-update'].map(
    (name) => `${name}.googleapis.com`,
  ),
  ...['chromesyncpasswords-pa', 'chromereporting-pa', 'chromewebstore', 'chromekanonymity-pa', 'securitydomain-pa'].map(
    (name) => `${name}.googleapis.com`,
  ),
  ...['aida', 'clientservices', 'chromeupboarding-pa', 'nearbysharing-pa', 'people-pa', 'spellcheck'].map(
    (name) => `${name}.googleapis.com`,
  ),
  ...['translate-pa', 'privacysandbox-attestations', 'chromemodelexecution-pa', 'chromemodelquality-pa'].map(
    (name) => `${name}.googleapis.com`,
  ),
  ...['sb-ssl', 'mtalk', 'android.clients', 'clients1', 'clients2', 'clients4', 'tools'].map(
    (name) => `${name}.google.com`,
  ),
  'beacons.gcp.gvt2.com',
  'beacons.gvt2.com',
  'edgedl.me.gvt1.com',
  'redirector.gvt1.com',
  'dns.google',
  'chrome.cloudflare-dns.com',
  'edge.microsoft.com',
  'msedge.api.cdp.microsoft.com',
  'config.edge.skype.com',
]);

export function isBrowserService(host: string): boolean {
  return SERVICES.has(host);
}
