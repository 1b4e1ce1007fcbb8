import { parse } from 'tldts';
import { isSensitivePlace, parseSensitivePlace } from './sensitive-place.js';
import type { VisitedPlace, SensitivePlace } from './sensitive-place.js';

/** A kind of site at which an agent does harm that a person feels, known without the operator's lists. */
export type KnownPlace = 'mail' | 'bank' | 'admin' | 'settings';

const MAIL = places(`
  gmail.com mail.com mail.ru e.mail.ru hotmail.com outlook.com outlook.live.com outlook.office.com outlook.office365.com
  icloud.com/mail app.fastmail.com protonmail.com app.tuta.com gmx.net gmx.com gmx.de gmx.at gmx.ch gmx.co.uk web.de
  email.t-online.de email.freenet.de app.hey.com mailbox.org app.mailbox.org posteo.de hushmail.com rediffmail.com
  exmail.qq.com webmail.orange.fr zimbra.free.fr /webmail /roundcube /owa`);

const ADMIN = places(`
  console.aws.amazon.com console.cloud.google.com console.firebase.google.com portal.azure.com entra.microsoft.com
  dash.cloudflare.com cloud.digitalocean.com dashboard.heroku.com dashboard.stripe.com appstoreconnect.apple.com
  /admin /admin.php /administrator /wp-admin /wp-login.php /phpmyadmin /adminer.php /cpanel`);

const SETTINGS = places('/settings /account /accounts /billing');

/** Banks and brokers whose name does not say so. */
const BANKS = places(`
  chase.com wellsfargo.com citi.com capitalone.com pnc.com truist.com schwab.com fidelity.com vanguard.com discover.com
  americanexpress.com paypal.com venmo.com wise.com revolut.com n26.com monzo.com coinbase.com binance.com kraken.com
  hsbc.com hsbc.co.uk barclays.co.uk barclays.com natwest.com santander.com santander.co.uk santander.de halifax.co.uk
  ing.com ing.de ing.nl dkb.de comdirect.de consorsbank.de ubs.com postfinance.ch bnpparibas.com credit-agricole.fr
  bbva.com bbva.es unicredit.it intesasanpaolo.com abnamro.nl nordea.com nordea.fi seb.se danskebank.dk
  rbc.com rbcroyalbank.com td.com bmo.com cibc.com itau.com.br bradesco.com.br nubank.com.br vtb.ru sber.ru
  commbank.com.au anz.com.au nab.com.au westpac.com.au icbc.com.cn ccb.com cmbchina.com onlinesbi.sbi
  smbc.co.jp bk.mufg.jp`);

/** First labels below a registrable domain: `mail.example.com`, and not `mail.com` or `admin.ch`. */
const LABELS: Readonly<Record<string, KnownPlace>> = {
  ...{ mail: 'mail', webmail: 'mail', owa: 'mail', roundcube: 'mail' },
  ...{ admin: 'admin', cpanel: 'admin', whm: 'admin', plesk: 'admin', phpmyadmin: 'admin' },
  ...{
    banking: 'bank',
    onlinebanking: 'bank',
    netbanking: 'bank',
    ebanking: 'bank',
    homebanking: 'bank',
    ebank: 'bank',
  },
  ...{ settings: 'settings', account: 'settings', accounts: 'settings', myaccount: 'settings', billing: 'settings' },
};

const BANK_WORDS = /(?:^|-)(?:banks?|banking|banco|banca|banque|bankhaus|sparkasse|raiffeisen)(?:-|$)/u;
/** commerzbank, lloydsbank, kreissparkasse; bankofamerica, banquepopulaire, bancosantander. */
const BANK_NAMES = /(?:bank|banking|banque)$|sparkasse(?:-|$)|^(?:bankof|banque|banco)/u;
/** Names that end like a bank's. */
const NO_BANKS =
  /(?:data|food|blood|power|world|river|piggy|job|image|word|seed|milk|tissue|brain|south|north|left|gene|sound|photo|video|press|em|bur|phone|patient|protein|item|question|time|snow|sand|fog|cloud|toy|book)-?bank$/u;

/** Mail, banks and admin panels are high to enter, settings at least medium. */
export function findKnownPlace(at: VisitedPlace): KnownPlace | undefined {
  const { domain, domainWithoutSuffix: name, publicSuffix } = parse(at.host, { allowPrivateDomains: true });
  const host = at.host.replace(/^www\./u, '');
  const label = host === domain ? undefined : LABELS[host.split('.')[0] ?? ''];
  if (label !== undefined && label !== 'settings') return label;
  if (isSensitivePlace(MAIL, at)) return 'mail';
  if (isSensitivePlace(BANKS, at) || publicSuffix === 'bank' || isBankName(name ?? '')) return 'bank';
  if (isSensitivePlace(ADMIN, at)) return 'admin';
  return label ?? (isSensitivePlace(SETTINGS, at) ? 'settings' : undefined);
}

function isBankName(name: string): boolean {
  return (BANK_WORDS.test(name) || BANK_NAMES.test(name)) && !NO_BANKS.test(name);
}

function places(text: string): readonly SensitivePlace[] {
  return text
    .trim()
    .split(/\s+/u)
    .map((line) => parseSensitivePlace(line, 'built-in'));
}
