/** One thing that decides whether mails arrive. */
export interface Finding {
  name: string;
  /** `unknown`: not to be seen from here. */
  verdict: 'good' | 'bad' | 'unknown';
  says: string;
  /** What to set, as text to copy. */
  record?: { name: string; type: 'TXT' | 'MX' | 'PTR'; value: string };
}

export const VERDICTS: Record<Finding['verdict'], string> = {
  good: '良好',
  bad: '要確認',
  unknown: '未確認',
};

export const NO_ANSWER =
  'DNSから返事がなく、調べられませんでした。少しあとで、もう一度お試しください。';
