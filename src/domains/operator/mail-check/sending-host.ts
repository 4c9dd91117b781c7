import { BlockList, isIP, isIPv6 } from 'node:net';
import { readMailRoute } from '#domains/mail/diagnosis.ts';
import type { Env } from '#server/env.ts';
import type { Names } from '#server/names.ts';

/** Where mails leave for the world. */
export interface SendingHost {
  name: string;
  isOurs: boolean;
  /** By which receivers know it; none for a mail company, which has its own ways out. */
  addresses: string[];
}

const LOCAL = new BlockList();
LOCAL.addSubnet('10.0.0.0', 8);
LOCAL.addSubnet('127.0.0.0', 8);
LOCAL.addSubnet('172.16.0.0', 12);
LOCAL.addSubnet('192.168.0.0', 16);
LOCAL.addAddress('::1', 'ipv6');
LOCAL.addSubnet('fc00::', 7, 'ipv6');

const isLocal = (address: string): boolean =>
  LOCAL.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** Ours where the mail server runs beside us, or under an address of ours. @returns null without SMTP_URL */
export async function findSendingHost(
  { SMTP_URL, PUBLIC_URL }: Pick<Env, 'SMTP_URL' | 'PUBLIC_URL'>,
  names: Names,
): Promise<SendingHost | null> {
  if (SMTP_URL === undefined) return null;
  const host = readMailRoute(SMTP_URL).host.replace(/^\[|\]$/g, '');
  const own = new URL(PUBLIC_URL).hostname;
  const of = async (name: string): Promise<string[]> =>
    isIP(name) === 0 ? ((await names.addresses(name)) ?? []) : [name];
  const isBeside = host === 'localhost' || (isIP(host) === 0 && !host.includes('.'));
  const there = isBeside ? [] : await of(host);
  const here = await of(own);
  const isOurs =
    isBeside || host === own || there.some((one) => isLocal(one) || here.includes(one));
  const addresses = there.some((one) => !isLocal(one)) ? there : here;
  return { name: host, isOurs, addresses: isOurs ? addresses.filter((one) => !isLocal(one)) : [] };
}
