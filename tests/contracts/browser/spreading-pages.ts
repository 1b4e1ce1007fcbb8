import type { NamedSite } from './identity-site.js';

/** Asks for other origins in every way that a page has. */
export function spreading(site: NamedSite, other: NamedSite): string {
  const away = (how: string): string => `${other.at('other')}/${how}`;
  const round = (status: number, how: string): string => `/${status}?to=${encodeURIComponent(away(how))}`;
  return `<img src="${away('img')}"><img src="${round(302, 'img-302')}">
    <iframe src="${away('frame')}"></iframe><iframe src="${round(307, 'frame-307')}"></iframe>
    <img src="${site.at('sub.app')}/subdomain"><img src="${other.at('app')}/other-port">
    <form method=post target=f action="${away('form')}"><input name=a></form><iframe name=f></iframe>
    <form method=post target=g action="${round(307, 'form-307')}"><input name=a></form><iframe name=g></iframe>
    <script>
      for (const form of document.forms) form.submit();
      fetch('${away('no-cors')}', { mode: 'no-cors' });
      fetch('${round(307, 'fetch-307')}', { mode: 'no-cors' }).catch(() => 0);
      fetch('${round(302, 'cors-302')}', { headers: { accept: 'text/plain' } }).catch(() => 0);
      navigator.sendBeacon('${away('beacon')}', 'x');
      navigator.serviceWorker.register('/worker.js');
      new Worker('/thread.js');
      fetch('/own'); fetch('${site.at('app')}/absolute');
      try { new WebSocket('${other.at('other').replace('http', 'ws')}/socket') } catch {}
      setTimeout(() => fetch('/done'), 1500);
    </script>`;
}

/** A foreign page that wants the site to do something. */
export function leading(app: string): string {
  return `<img src="${app}/foreign-img" referrerpolicy=no-referrer><iframe src="${app}/foreign-frame"></iframe>
    <iframe name=f></iframe><form method=post target=f action="${app}/foreign-form"><input name=a></form>
    <script>
      document.forms[0].submit();
      fetch('${app}/foreign-fetch', { mode: 'no-cors', referrerPolicy: 'no-referrer' });
      setTimeout(() => fetch('${app}/foreign-done', { mode: 'no-cors' }), 800);
    </script>`;
}

/** A foreign page that asks the site for something when it is left: by then the site's own page is in its place. */
export function leftBehind(app: string): string {
  return `<p>Bye</p><script>
    const ask = (how) => fetch('${app}/foreign-' + how, { mode: 'no-cors', referrerPolicy: 'no-referrer', keepalive: true });
    addEventListener('pagehide', () => ask('pagehide'));
    addEventListener('unload', () => ask('unload'));
  </script>`;
}
