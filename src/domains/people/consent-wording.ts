import { sama } from '#lib/honorific.ts';
import type { CONSENT_ANSWERS, CONSENT_GIVERS } from './consent.ts';

/**
 * The version of what the form says, on paper and on the family's page; each answer keeps the one
 * that was read. Words that mean something else are a new version.
 */
export const CONSENT_WORDING = 1;

interface ConsentPoint {
  title: string;
  sentences: string[];
}

interface Wording {
  heading: string;
  lead: string[];
  points: ConsentPoint[];
}

/** @param of without the resident's name on a page that must not know it */
export function consentWording(of: { residentName: string | null; hostName: string }): Wording {
  const resident = of.residentName === null ? 'ご入居の方' : sama(of.residentName, ' ');
  return {
    heading: 'お便りの写真について、お聞かせください',
    lead: [
      `${of.hostName}では、月に1回、${resident}の暮らしのようすを、お便りでご家族にお届けします。`,
      'そこに写真を載せてよいか、お聞かせください。',
      'お答えになれるときは、ご本人がお答えください。',
    ],
    points: [
      {
        title: '何に載せますか',
        sentences: [
          '毎月のお便りだけに載せます。',
          'ほかのことに使うときは、あらためてお聞きします。',
        ],
      },
      {
        title: 'どなたが見ますか',
        sentences: [
          `「ご家族へのお便り」は、${resident}のご家族が見ます。`,
          '「ほかのご家族のお便り」は、ほかの入居者のご家族が見ます。行事などで、ほかの方といっしょに写った写真や、施設のようすの写真を載せます。',
        ],
      },
      {
        title: 'いつまで載せますか',
        sentences: [
          'こちらで暮らしているあいだ、載せます。',
          'そのあとも、お便りに載った写真は、取り消されるまで見られます。',
        ],
      },
      {
        title: 'あとから変えられますか',
        sentences: [
          'いつでも変えたり、取り消したりできます。わけは、おたずねしません。',
          '取り消しをお受けしたら、これまでの写真も、いったん、どのご家族からも見えないようにします。残すか、削除するかは、それから決めます。',
          'お渡しした紙のお便りや、ご家族が保存した写真は、取り戻せません。',
        ],
      },
      {
        title: '載せないときは',
        sentences: ['載せなくても、毎日のお世話は変わりません。'],
      },
    ],
  };
}

export const CONSENT_CHOICES = [
  {
    value: 'all',
    label: '両方に同意',
    text: 'ご家族へのお便りにも、ほかのご家族のお便りにも載せてよい',
  },
  {
    value: 'own',
    label: 'ご家族へのお便りだけ',
    text: 'ほかのご家族のお便りには載せません',
  },
  { value: 'none', label: '載せない', text: 'どのお便りにも載せません' },
] as const satisfies readonly {
  value: (typeof CONSENT_ANSWERS)[number];
  label: string;
  text: string;
}[];

export const GIVER_CHOICES = [
  { value: 'person', label: 'ご本人' },
  { value: 'relative', label: 'ご家族' },
  { value: 'guardian', label: '後見人' },
] as const satisfies readonly { value: (typeof CONSENT_GIVERS)[number]; label: string }[];
