import fc from 'fast-check';

/** What happens to a mail on its way, or by whoever wants to break what reads it. */
type Mutation = (raw: string) => string;

const somewhere = fc.double({ min: 0, max: 1, noNaN: true });
const at = (raw: string, share: number): number => Math.floor(share * raw.length);

const lineOf = (raw: string, share: number): string[] => {
  const lines = raw.split('\r\n');
  lines.splice(Math.floor(share * lines.length), 0, '');
  return lines;
};

const BROKEN: fc.Arbitrary<Mutation>[] = [
  somewhere.map((end) => (raw) => raw.slice(0, at(raw, end))),
  somewhere.map((start) => (raw) => raw.slice(at(raw, start))),
  fc.tuple(somewhere, somewhere).map(([one, other]) => (raw) => {
    const [from, to] = [at(raw, Math.min(one, other)), at(raw, Math.max(one, other))];
    return raw.slice(0, from) + raw.slice(to);
  }),
  fc.tuple(somewhere, somewhere).map(([one, other]) => (raw) => {
    const [from, to] = [at(raw, Math.min(one, other)), at(raw, Math.max(one, other))];
    return raw.slice(0, to) + raw.slice(from);
  }),
  fc.tuple(somewhere, fc.integer({ min: 0, max: 255 })).map(([place, byte]) => (raw) => {
    const n = at(raw, place);
    return raw.slice(0, n) + String.fromCharCode(byte) + raw.slice(n + 1);
  }),
  somewhere.map((place) => (raw) => lineOf(raw, place).join('\r\n')),
  fc
    .constantFrom('utf-16', 'x-unknown', 'iso-2022-jp', 'shift_jis', '')
    .map((charset) => (raw) => raw.replaceAll(/charset="?[\w-]+"?/gi, `charset=${charset}`)),
  fc
    .constantFrom('--', '', '----', 'B0UNDARY')
    .map((mark) => (raw) => raw.replace(/^--\S+$/m, mark)),
  // The parts in another order.
  fc.constant((raw) => {
    const [, boundary = '\0'] = /boundary="?([^"\r\n;]+)/.exec(raw) ?? [];
    const [head = '', ...parts] = raw.split(`--${boundary}\r\n`);
    return [head, ...parts.toReversed()].join(`--${boundary}\r\n`);
  }),
  // A report within a report.
  fc.integer({ min: 1, max: 40 }).map((depth) => (raw) => {
    let inner = raw;
    for (let n = 0; n < depth; n++) {
      inner = `Content-Type: multipart/mixed; boundary="n${n}"\r\n\r\n--n${n}\r\nContent-Type: message/rfc822\r\n\r\n${inner}\r\n--n${n}--\r\n`;
    }
    return inner;
  }),
  fc
    .constantFrom('base64', 'quoted-printable', '7bit', 'x-none')
    .map(
      (encoding) => (raw) =>
        raw.replace(/\r\n\r\n/, `\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`),
    ),
  fc
    .tuple(
      somewhere,
      fc.constantFrom('\0', '\r', '\n', '=?', '<', '{', '"', ':', '--', ' '.repeat(500)),
    )
    .map(
      ([place, text]) =>
        (raw) =>
          raw.slice(0, at(raw, place)) + text + raw.slice(at(raw, place)),
    ),
];

export const broken: fc.Arbitrary<Mutation> = fc
  .array(fc.oneof(...BROKEN), { minLength: 1, maxLength: 4 })
  .map((all) => (raw) => all.reduce((text, mutate) => mutate(text), raw));

/** What any server may do, and what must not change what a report says. */
export const GENTLE: Record<string, Mutation> = {
  'lines that end by a line feed alone': (raw) => raw.replaceAll('\r\n', '\n'),
  'names of headers in capitals': (raw) =>
    raw.replaceAll(/^[A-Za-z-]+(?=: )/gm, (name) => name.toUpperCase()),
  'names of headers in small letters': (raw) =>
    raw.replaceAll(/^[A-Za-z-]+(?=: )/gm, (name) => name.toLowerCase()),
  'folded headers': (raw) =>
    raw.replaceAll(
      /^((?:To|Diagnostic-Code|Message-ID|Final-Recipient|In-Reply-To):) (?=\S)/gim,
      '$1\r\n ',
    ),
  'more headers above': (raw) =>
    `Received: from a.example.net (a [192.0.2.9])\r\n\tby b.example.net; Sun, 1 Nov 2026 09:00:00 +0900\r\nX-Spam: no\r\n${raw}`,
  'spaces at the ends of lines': (raw) => raw.replaceAll(/(?<=[^\s"])(?=\r\n)/g, ' '),
  'text after its end': (raw) => `${raw}\r\n_______\r\nThis list has a footer.\r\n`,
};
