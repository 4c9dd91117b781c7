import { z } from 'zod';
import type { Operator } from '#lib/operator-facts.ts';
import { NO_OPERATOR } from '#lib/operator-facts.ts';
import { isPhone } from '#lib/phone.ts';
import { oneLine } from '#lib/text.ts';

const CONTROL = /[\p{Cc}\p{Co}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

const text = (most: number) =>
  z
    .string('expected a text')
    .transform((given) => given.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(1, 'expected a text')
        .max(most, `expected at most ${most} characters`)
        .refine((given) => !CONTROL.test(given), 'expected one line without control characters')
        .refine((given) => oneLine(given) !== '', 'expected a text that can be seen'),
    );

/** Every scalar but true and false is text, so that a telephone number keeps its zero. */
const whole = (least: number, most: number, unit: string) => {
  const words = `expected ${unit}, a whole number from ${least} to ${most}`;
  return z
    .string(words)
    .regex(/^\d{1,9}$/, words)
    .transform(Number)
    .pipe(z.number().min(least, words).max(most, words));
};

const ID_TEXT = 'expected an id of small letters, digits and dashes, such as small';
const PlanSchema = z.strictObject(
  {
    id: z
      .string(ID_TEXT)
      .regex(/^[a-z][a-z\d-]{0,29}$/, ID_TEXT)
      .refine((id) => id !== 'none', 'expected another id: none means no plan'),
    name: text(30),
    price: whole(0, 10_000_000, 'yen a month with tax').nullable().default(null),
    residents: whole(1, 10_000, 'residents'),
    storage: whole(1, 100_000, 'gigabytes'),
  },
  'expected a plan: id, name, price, residents and storage',
);

const PARTS_TEXT = 'expected a text of at most 2000 characters, or a list of texts';
const SectionSchema = z.strictObject(
  {
    heading: text(60),
    parts: z
      .array(
        z.union([text(2000), z.array(text(1000)).min(1, PARTS_TEXT)], PARTS_TEXT),
        'expected a list of texts',
      )
      .min(1, 'expected a list of texts'),
  },
  'expected a heading and its parts',
);
const sections = z.array(SectionSchema, 'expected a list of sections').default([]);

const isWebUrl = (given: string): boolean => /^https?:\/\//.test(given) && URL.canParse(given);
const isOpen = (given: string): boolean => {
  const { username, password } = new URL(given);
  return username === '' && password === '';
};
const url = text(500)
  .refine(isWebUrl, { error: 'expected a URL, https://…', abort: true })
  .refine(isOpen, 'expected a URL without a user and a password')
  .transform((given) => new URL(given).href);

const EMAIL_TEXT = 'expected an e-mail address';
const email = z
  .email(EMAIL_TEXT)
  .max(254, EMAIL_TEXT)
  .refine((given) => given.lastIndexOf('@') <= 64, EMAIL_TEXT);

const PHONE_TEXT = 'expected a telephone number such as 03-1234-5678';
const SUBCONTRACTOR_TEXT = 'expected name, task and place';

const FileSchema = z.strictObject(
  {
    name: text(60).optional(),
    url: url.optional(),
    email: email.nullable().default(null),
    address: text(200).nullable().default(null),
    representative: text(60).nullable().default(null),
    phone: z.string(PHONE_TEXT).refine(isPhone, PHONE_TEXT).nullable().default(null),
    requests: text(300).nullable().default(null),
    server: text(100).nullable().default(null),
    plans: z
      .array(PlanSchema, 'expected a list of plans')
      .min(1, 'expected at least one plan')
      .max(20, 'expected at most 20 plans')
      .default([...NO_OPERATOR.plans]),
    subcontractors: z
      .array(
        z.strictObject({ name: text(60), task: text(100), place: text(60) }, SUBCONTRACTOR_TEXT),
        'expected a list of name, task and place',
      )
      .default([]),
    terms: sections,
    privacy: sections,
  },
  'expected settings such as name: …',
);

export interface OperatorFile extends Operator {
  name?: string | undefined;
  url?: string | undefined;
}

/** What is wrong with a value. */
interface WrongSetting {
  path: readonly string[];
  /** Its name is what is wrong. */
  isUnknown: boolean;
  reason: string;
}

/** @returns the settings, or all that is wrong with them */
export function checkSettings(given: unknown): OperatorFile | WrongSetting[] {
  const result = FileSchema.safeParse(given);
  const issues = result.error?.issues ?? [];
  const wrong = [...issues.flatMap(toWrong), ...listTwice(given)];
  return result.success && wrong.length === 0 ? result.data : firstOfEach(wrong);
}

function toWrong(issue: z.core.$ZodIssue): WrongSetting[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    const reason = 'there is no such setting';
    return issue.keys.map((key) => ({ path: [...path, key], isUnknown: true, reason }));
  }
  return [{ path, isUnknown: false, reason: issue.message }];
}

/** Apart from the schema, which looks at a list only if each plan in it is one. */
function listTwice(given: unknown): WrongSetting[] {
  const { success, data } = PlansGiven.safeParse(given);
  const plans = success ? data.plans : [];
  return plans.flatMap((plan, index) =>
    (['id', 'name'] as const).flatMap((field) => {
      const value = plan?.[field];
      const first = plans.findIndex((one) => one?.[field] === value);
      const reason = `expected another ${field}: it is taken`;
      const path = ['plans', String(index), field];
      return value === undefined || first === index ? [] : [{ path, isUnknown: false, reason }];
    }),
  );
}

const named = z
  .string()
  .transform((given) => given.normalize('NFC').trim())
  .optional()
  .catch(undefined);
const PlansGiven = z.object({
  plans: z.array(z.object({ id: named, name: named }).optional().catch(undefined)),
});

function firstOfEach(wrong: readonly WrongSetting[]): WrongSetting[] {
  const byPath = Map.groupBy(wrong, ({ path }) => JSON.stringify(path));
  return [...byPath.values()].flatMap((all) => all.slice(0, 1));
}
