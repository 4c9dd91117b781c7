import { createPublicKey } from 'node:crypto';
import type { Names } from '#server/names.ts';
import type { Finding } from './finding.ts';
import { NO_ANSWER } from './finding.ts';
import type { SendingHost } from './sending-host.ts';
import { MOST_LOOKUPS, isSpf, walkSpf } from './walk-spf.ts';

const bad = (name: string, says: string): Finding => ({ name, verdict: 'bad', says });

/** Who may send for the domain. */
export async function findSpf(
  names: Names,
  domain: string,
  host: SendingHost | null,
): Promise<Finding> {
  const name = `SPF（${domain}）`;
  const own = (host?.addresses ?? []).map((one) => `${one.includes(':') ? 'ip6' : 'ip4'}:${one}`);
  const allow = host?.isOurs
    ? own.join(' ') || 'ip4:このサーバーの番号'
    : 'include:メールの会社から教わった名前';
  const record = (value: string) => ({ name: domain, type: 'TXT' as const, value });
  const bad = (says: string, value?: string): Finding => ({
    name,
    verdict: 'bad',
    says,
    ...(value !== undefined && { record: record(value) }),
  });
  const texts = await names.texts(domain);
  if (texts === null) return { name, verdict: 'unknown', says: NO_ANSWER };
  const [first, ...others] = texts.filter(isSpf);
  if (first === undefined) return bad('記録がありません。', `v=spf1 ${allow} ~all`);
  if (others.length > 0) return bad('記録が2つ以上あり、どれも効きません。1つにまとめてください。');
  const walk = await walkSpf(names, domain, first, host?.addresses ?? []);
  if (!walk.isWhole) return { name, verdict: 'unknown', says: NO_ANSWER };
  if (walk.broken !== null) return bad(`記録の中の ${walk.broken} に、SPF の記録がありません。`);
  if (walk.lookups > MOST_LOOKUPS) {
    return bad(`記録をたどる数が${MOST_LOOKUPS}を超え、効きません。include を減らしてください。`);
  }
  if (walk.others === '+') {
    return bad('だれが送ってもよいことになっています。', first.replace(/\+?all\b/i, '~all'));
  }
  const missing = (host?.addresses ?? []).filter((one) => !walk.allowed.has(one));
  if (host?.isOurs && missing.length > 0) {
    const wanted = own.filter((one) => missing.some((address) => one.endsWith(address)));
    const value = first.replace(/^v=spf1/i, `v=spf1 ${wanted.join(' ')}`);
    return bad(`このサーバー（${missing.join('、')}）が入っていません。`, value);
  }
  if (walk.others === null || walk.others === '?') {
    return bad('終わりに ~all がなく、ほかの人が名乗っても見分けられません。', `${first} ~all`);
  }
  const says = host?.isOurs
    ? `このサーバーが入っています: ${first}`
    : `記録があります: ${first}　メールの会社の送り出し口が入っているかは、会社の手順とくらべてください。`;
  return { name, verdict: 'good', says };
}

interface Signing {
  DKIM_KEY?: string | undefined;
  DKIM_SELECTOR?: string | undefined;
}

/** Whether receivers find the key by which mails are signed. */
export async function findDkim(
  names: Names,
  domain: string,
  { DKIM_KEY: key, DKIM_SELECTOR: selector }: Signing,
): Promise<Finding> {
  const name = `DKIM（${domain}）`;
  if (key === undefined || selector === undefined) return { name, ...BY_THE_RELAY };
  const at = `${selector}._domainkey.${domain}`;
  const p = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
  const record = { name: at, type: 'TXT', value: `v=DKIM1; k=rsa; p=${p}` } as const;
  const bad = (says: string): Finding => ({ name, verdict: 'bad', says, record });
  const texts = await names.texts(at);
  if (texts === null) return { name, verdict: 'unknown', says: NO_ANSWER };
  const keys = texts.map((text) => tagsOf(text).get('p')).filter((one) => one !== undefined);
  if (keys.length === 0) return bad('署名していますが、公開する鍵の記録がありません。');
  if (keys.length > 1) return bad('公開する鍵の記録が2つ以上あります。1つにしてください。');
  if (keys[0] !== p) return bad('公開した鍵が、署名に使う鍵（DKIM_KEY）と合いません。');
  return { name, verdict: 'good', says: '署名し、公開した鍵も合っています。' };
}

const BY_THE_RELAY = {
  verdict: 'unknown',
  says: 'つきだよりは署名していません（DKIM_KEY がありません）。メールの会社が署名しているかは、Gmail のアドレスに1通送り、届いたものの原文を開いて、DKIM が PASS かどうかで分かります。',
} as const;

/** What receivers do with what passes neither, and whether ours passes. @param envelope domains of the return path */
export async function findDmarc(
  names: Names,
  domain: string,
  { signs, envelope, reportsTo }: { signs: boolean; envelope: string; reportsTo: string },
): Promise<Finding> {
  const name = `DMARC（${domain}）`;
  const record = {
    ...({ name: `_dmarc.${domain}`, type: 'TXT' } as const),
    value: `v=DMARC1; p=none; rua=mailto:${reportsTo}`,
  };
  const found = await nearest(names, domain);
  if (found === null) return { name, verdict: 'unknown', says: NO_ANSWER };
  const [first, ...others] = found.texts;
  if (first === undefined) return { name, verdict: 'bad', says: '記録がありません。', record };
  if (others.length > 0)
    return bad(name, '記録が2つ以上あり、どれも効きません。1つにしてください。');
  const tags = tagsOf(first);
  const policy = tags.get('p')?.toLowerCase() ?? '';
  if (!Object.hasOwn(POLICIES, policy)) {
    return { name, verdict: 'bad', says: `p= の書き方が違います: ${first}`, record };
  }
  const isStrict = tags.get('aspf')?.toLowerCase() === 's';
  const isSame = envelope === domain || (!isStrict && isRelated(envelope, domain, found.at));
  const says = `${POLICIES[policy] ?? ''}${signs ? BY_DKIM : isSame ? BY_SPF : NOT_ALIGNED}`;
  return { name, verdict: signs || isSame ? 'good' : 'bad', says };
}

const POLICIES: Record<string, string> = {
  none: '記録があります（p=none、見るだけ）。',
  quarantine: '記録があります（p=quarantine、迷惑メールに入れる）。',
  reject: '記録があります（p=reject、断る）。',
};
const BY_DKIM = '差出人と署名のドメインがそろっています。';
const BY_SPF =
  '差出人と戻り先のドメインがそろっています。メールの会社が戻り先を書き換えるときは、差出人のドメインの DKIM が要ります。';
const NOT_ALIGNED =
  '差出人と戻り先のドメインがそろわないため、DKIM の署名（DKIM_KEY か、メールの会社の設定）が要ります。';

/** The record of the domain itself, or of the nearest above it. */
async function nearest(
  names: Names,
  domain: string,
): Promise<{ at: string; texts: string[] } | null> {
  const labels = domain.split('.');
  for (let from = 0; from <= Math.max(0, labels.length - 2); from++) {
    const at = labels.slice(from).join('.');
    const texts = await names.texts(`_dmarc.${at}`);
    if (texts === null) return null;
    const own = texts.filter((text) => /^v=DMARC1(?:;|\s|$)/i.test(text));
    if (own.length > 0) return { at, texts: own };
  }
  return { at: domain, texts: [] };
}

const isRelated = (one: string, other: string, above: string): boolean =>
  [one, other].every((domain) => domain === above || domain.endsWith(`.${above}`));

const tagsOf = (text: string): Map<string, string> =>
  new Map(
    text.split(';').map((tag) => {
      const at = tag.indexOf('=');
      return [tag.slice(0, at).trim().toLowerCase(), tag.slice(at + 1).replaceAll(/\s/g, '')];
    }),
  );

/** Whether somebody takes what comes back. */
export async function findMx(names: Names, domain: string): Promise<Finding> {
  const name = `受け取り（${domain} の MX）`;
  const hosts = await names.mailHosts(domain);
  if (hosts === null) return { name, verdict: 'unknown', says: NO_ANSWER };
  const [first] = hosts;
  if (first === '' || first === '.') {
    return bad(name, 'メールを受け取らないことになっています。断られる差出人になります。');
  }
  if (first !== undefined) {
    return { name, verdict: 'good', says: `返事と、戻ってきた知らせを受け取れます: ${first}` };
  }
  const record = { name: domain, type: 'MX', value: '10 メールを受け取るサーバーの名前' } as const;
  return { name, verdict: 'bad', says: '受け取る先の記録がありません。', record };
}

/** Whether the address of our own mail server has a name that leads back to it. */
export async function findPtr(
  names: Names,
  host: SendingHost | null,
  ownName: string,
): Promise<Finding> {
  const name = '逆引き（PTR）';
  if (host === null) return bad(name, 'SMTP_URL がないため、メールはどこへも送られていません。');
  if (!host.isOurs) {
    const says = `${host.name} から送るので、メールの会社が用意しています。`;
    return { name, verdict: 'good', says };
  }
  const [address] = host.addresses;
  if (address === undefined) return { name, verdict: 'unknown', says: NO_ADDRESS };
  for (const one of host.addresses) {
    const found = await names.namesOf(one);
    if (found === null) return { name, verdict: 'unknown', says: NO_ANSWER };
    const back = await Promise.all(found.map((each) => names.addresses(each)));
    if (back.some((all) => all?.includes(one))) continue;
    const says =
      found.length === 0
        ? `${one} に名前がありません。`
        : `${one} の名前 ${found.join('、')} から、同じ番号に戻れません。`;
    const record = { name: one, type: 'PTR', value: ownName } as const;
    return { name, verdict: 'bad', says: `${says}サーバーの会社の画面で設定します。`, record };
  }
  return { name, verdict: 'good', says: `${host.addresses.join('、')} は、名前とそろっています。` };
}

const NO_ADDRESS = 'このサーバーの外からの番号が分からず、調べられませんでした。';
