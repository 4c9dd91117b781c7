/** Characters: more is no reason, and would be dear. */
export const MOST_ANSWER = 4000;

/** An address may hold any word. What follows its domain may be the next one. */
export const withoutAddresses = (text: string, instead = (rest: string) => ` ${rest}`): string =>
  text.replaceAll(/[^\s<>()[\]"':;,]+/g, (word) => {
    const at = word.lastIndexOf('@');
    return at < 0 ? word : instead(word.slice(at + 1).replace(/^[\w.-]+/, ''));
  });

/** Names of servers and pages may hold any word; that an address of the net is meant is kept. */
export const withoutNames = (words: string): string =>
  withoutAddresses(words)
    .replaceAll(/https?:\/\/[^\s<>()"]+/gi, ' ')
    .replaceAll(/[\w-]{1,63}(?:\.[\w-]{1,63}){1,6} ?\(?\[[^\]\n]{1,60}\]\)?/g, ' ')
    .replaceAll(/\[?(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])\]?/g, ' IP ')
    .replaceAll(/(?<![\w.-])(?=[\w.-]*[a-z])(?:[\w-]{1,63}\.){1,6}[a-z]{2,24}(?![\w-])/gi, ' ')
    .replaceAll(/[ \t]+/g, ' ');

/** Whether an answer is about the sender, its server, its reputation or its pace: whatever its number says. */
export function saysOurs(answer: string): boolean {
  const words = withoutNames(answer);
  return (
    BLOCK_LISTS.test(withoutAddresses(answer)) ||
    [SENDER, REPUTATION, PACE].some((what) => what.test(words))
  );
}

export const saysFull = (answer: string): boolean => FULL.test(answer);

/** Lists of senders that nobody should take mail from; their page may be all that an answer says. */
const BLOCK_LISTS =
  /spamhaus|spamcop|barracudacentral|sorbs\.net|uceprotect|abuseat|\bs[eu]rbl|uribl|mailspike|senderscore|cloudmark|invaluement|ipcheck\.proofpoint|talosintelligence|sender\.office|mail-abuse|backscatterer|\bdnsbl|\brbl\b|\bxbl\b|\bsbl\b|\bpbl\b/i;

const SENDER =
  /(?:sender|return-?path|envelope[ -]from|mail ?from|originator|from[ -](?:address|header|domain))(?:'?s)?\W+(?:\w+\W+){0,6}?(?:reject|denied|refused|block|not (?:allowed|permitted|authori[sz]ed|accepted|exist|found|valid)|n[o']t exist|unknown|invalid|verif|lookup|resolv|unresolv|unrout|mismatch|no (?:mx|a|dns)\b)|domain of (?:the )?sender|(?:reject|block|refus|verify|invalid|bad|unknown|unauthori[sz]ed|forged) (?:the |your )?(?:envelope )?sender|送信元.{0,20}(?:拒否|ブロック|存在|確認)|送信者.{0,20}(?:拒否|ブロック|存在しない|認証)/i;

const REPUTATION =
  /spam|\bspf\b|dkim|dmarc|\barc\b|permitted sender|(?:black|block|deny|reject) ?-?list|\bblocked\b|\bbanned\b|reputation|virus|malware|phish|unsolicited|\bu[bc]e\b|\bbulk\b|(?:unable|not able|not allowed|not permitted|refus\w+|cannot|can't|do not|does not|won't|denied) (?:to )?(?:be )?relay|relay(?:ing)?\W+(?:\w+ ){0,2}?(?:denied|prohibit|not |refused|access|attempt)|not (?:allowed|permitted|authori[sz]ed) to (?:send|relay)|content (?:rejected|filter|policy)|message (?:rejected|refused) .{0,40}(?:content|policy)|\bpolic(?:y|ies)\b|reverse (?:dns|lookup)|\brdns\b|\bptr\b|\bhelo\b|\behlo\b|unauthenticated|authentication|administrative prohibition|\bIP\b.{0,60}(?:list|reject|block|denied|refus|bann|bad|poor|not (?:allowed|accepted|permitted|authori[sz]ed))|(?:reject|block|refus|bann|denied|listed|not accept\w*)\w* .{0,40}\bip\b|\byour (?:ip|(?:mail ?)?server|host ?name|domain|network|isp)\b.{0,60}(?:list|reject|block|denied|refus|bann|not (?:allowed|accepted|permitted|authori[sz]ed)|suspicious)|(?:client|connecting|sending) (?:host|ip|server|mta|domain).{0,60}(?:list|reject|block|denied|refus|bann|not )|迷惑メール|なりすまし|ブロック|ウイルス|認証/i;

/** About the sender's mails, not about what a mailbox holds. */
const PACE =
  /too many (?!hops|received|bounces)\w+|(?:sending|outbound|outgoing|relay) quota|(?:rate|sending|message|hourly|daily|recipient|connection)s? ?-?limit(?!s? on)|exceed\w* (?:\S+ ){0,5}?(?:per (?:hour|minute|day|second|connection)|hourly|daily|rate|emails?\b|recipients|connections|sending)|(?:this|an|per) hour\b|throttl|rate ?-?limited|slow down|concurrent|gr[ea]y-?list|流量|送信(?:数|通数|件数).{0,12}(?:制限|超)/i;

const FULL =
  /(?:mailbox|mail ?box|inbox|maildir|mail ?drop|user|recipient|account)\W.{0,40}(?:\bfull\b(?! details)|exceed|quota|over ?limit|too large)|over ?-?quota|quota (?:is )?(?:exceeded|full)|(?:exceed\w{0,5}|over) .{0,30}(?:quota|storage|allocation|allotted)|out of (?:storage|disk|space)|insufficient (?:storage|space)|not enough (?:storage|space|disk)|(?:disk|mailbox|storage|inbox) (?:is )?full|(?:容量|メールボックス|受信箱|受信トレイ).{0,24}(?:いっぱい|一杯|超え|超過|オーバー|不足|制限|満杯)/i;
