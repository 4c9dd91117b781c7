import { domainOf } from '#lib/mail-address.ts';
import type { Names } from '#server/names.ts';
import { systemNames } from '#server/names.ts';
import type { Runtime } from '#server/runtime.ts';
import { findReading } from './bounce-test.ts';
import { findDkim, findDmarc, findMx, findPtr, findSpf } from './find-records.ts';
import type { Finding } from './finding.ts';
import { findSendingHost } from './sending-host.ts';

/** Looks up what decides whether mails arrive. Nothing is sent or changed. */
export async function checkMail(
  rt: Pick<Runtime, 'db' | 'env'>,
  names: Names = systemNames(),
): Promise<Finding[]> {
  const { env } = rt;
  const host = await findSendingHost(env, names);
  const senders = [env.MAIL_FROM, env.MAIL_FROM_LETTERS].map(({ address }) => domainOf(address));
  const domains = [...new Set(senders)];
  const found = await Promise.all(domains.map((domain) => checkDomain(rt, names, domain, host)));
  const own = new URL(env.PUBLIC_URL).hostname;
  return [...found.flat(), await findPtr(names, host, own), await findReading(rt)];
}

async function checkDomain(
  { env }: Pick<Runtime, 'env'>,
  names: Names,
  domain: string,
  host: Awaited<ReturnType<typeof findSendingHost>>,
): Promise<Finding[]> {
  if (!domain.includes('.'))
    return [{ name: `差出人（${domain}）`, verdict: 'bad', says: NO_DOMAIN }];
  const envelope = env.BOUNCE_ADDRESS === undefined ? domain : domainOf(env.BOUNCE_ADDRESS);
  const signs = env.DKIM_KEY !== undefined;
  const reportsTo = env.OPERATOR_EMAIL ?? env.MAIL_FROM.address;
  return Promise.all([
    findSpf(names, domain, host),
    findDkim(names, domain, env),
    findDmarc(names, domain, { signs, envelope, reportsTo }),
    findMx(names, domain),
  ]);
}

const NO_DOMAIN =
  '差出人が、外から見える名前ではありません。MAIL_FROM を、お持ちのドメインのアドレスにしてください。';
