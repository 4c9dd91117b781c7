/** The status of one recipient, by RFC 3464. */
export interface RecipientStatus {
  action: 'failed' | 'delayed' | 'arrived';
  /** `5.1.1`; null where the server says nothing more exact than its class. */
  status: string | null;
  isPermanent: boolean;
  /** What the last server said. */
  diagnostic: string;
  /** Whom it was for at last. */
  recipient: string;
  /** As it was first sent. */
  original: string;
}

type Fields = Map<string, string>;

/** Recipients: a letter has one, whose mailbox may pass it on to some. */
const MOST = 20;

export const readStatuses = (text: string): RecipientStatus[] =>
  readFields(text)
    .flatMap((group) => toStatus(group) ?? [])
    .slice(0, MOST);

/** Servers are careless about empty lines: a group also begins where a field comes again. */
export function readFields(text: string): Fields[] {
  const groups: Fields[] = [new Map<string, string>()];
  for (const line of unfold(text)) {
    const [, name, value = ''] = FIELD.exec(line) ?? [];
    const group = groups.at(-1);
    if (name === undefined || group === undefined) groups.push(new Map());
    else if (group.has(name.toLowerCase())) {
      groups.push(new Map([[name.toLowerCase(), value.trim()]]));
    } else group.set(name.toLowerCase(), value.trim());
  }
  return groups;
}

const FIELD = /^([\w-]{1,60})[ \t]*:(.*)$/s;

const unfold = (text: string): string[] => text.replaceAll(/\n[ \t]+(?=\S)/g, ' ').split('\n');

const ENHANCED = /(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])/;

function toStatus(fields: Fields): RecipientStatus | null {
  const of = (name: string): string => fields.get(name) ?? '';
  const diagnostic = withoutType(of('diagnostic-code'));
  const own = ENHANCED.exec(of('status'));
  const said = ENHANCED.exec(diagnostic);
  const exact = own && own[2] !== '0' ? own : (said ?? own);
  const action = actionOf(of('action'), own ?? said);
  const isAbout = fields.has('action') || fields.has('final-recipient') || fields.has('status');
  if (!isAbout || action === null) return null;
  return {
    action,
    status: exact?.[0] ?? null,
    // A later try may have ended for good; the code is then of its last answer.
    isPermanent: (own ?? exact)?.[1] !== '4',
    diagnostic,
    recipient: withoutType(of('final-recipient') || of('original-recipient')),
    original: withoutType(of('original-recipient')),
  };
}

/** `smtp; …` */
const withoutType = (value: string): string => value.replace(/^[\w-]+\s*;\s*/, '');

function actionOf(text: string, code: RegExpExecArray | null): RecipientStatus['action'] | null {
  const [word = ''] = /^[a-z]+/i.exec(text) ?? [];
  switch (word.toLowerCase()) {
    case 'failed':
      return 'failed';
    case 'delayed':
      return 'delayed';
    case 'delivered':
    case 'relayed':
    case 'expanded':
      return 'arrived';
    default:
      return code === null ? null : (BY_CLASS[code[1] ?? ''] ?? null);
  }
}

const BY_CLASS: Record<string, RecipientStatus['action']> = {
  '2': 'arrived',
  '4': 'delayed',
  '5': 'failed',
};
