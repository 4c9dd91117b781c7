/** A body that our forms never send, with its headers. */
export interface BrokenBody {
  name: string;
  type: string | undefined;
  body: string | Buffer;
  /** 400 and 415: unreadable. `taken`: odd, but a form. */
  as: 400 | 415 | 'taken';
}

const MULTIPART = 'multipart/form-data; boundary=XX';
const FORM = 'application/x-www-form-urlencoded';
const part = (head: string, text: string): string => `--XX\r\n${head}\r\n\r\n${text}\r\n`;
const field = (name: string, text = ''): string =>
  part(`Content-Disposition: form-data; name="${name}"`, text);
const file = (name: string): string =>
  part(
    `Content-Disposition: form-data; name="${name}"; filename="a.txt"\r\nContent-Type: text/plain`,
    'x',
  );
const END = '--XX--\r\n';

/** @param names the form's own fields */
export function brokenBodies(names: readonly string[]): BrokenBody[] {
  const whole = names.map((name) => field(name, 'x')).join('') + END;
  const multipart = (name: string, body: string | Buffer, as: BrokenBody['as'] = 400) =>
    ({ name, type: MULTIPART, body, as }) as const;
  const other = (type: string | undefined, body = 'a=b') =>
    ({ name: `as ${String(type)}`, type, body, as: 415 }) as const;
  return [
    multipart('nothing at all', ''),
    multipart('no boundary in the body', 'a=b'),
    multipart('another boundary', whole.replaceAll('XX', 'YY')),
    multipart('cut in a part', whole.slice(0, -END.length - 3)),
    multipart('cut in a head', '--XX\r\nContent-Disposition: form-da'),
    multipart('without an end', names.map((name) => field(name)).join('')),
    multipart('a part without a name', part('Content-Type: text/plain', 'x') + END),
    multipart('a part without a head', `--XX\r\n\r\nx\r\n${END}`),
    multipart(
      'a part in a part',
      part(`Content-Type: multipart/mixed; boundary=YY`, '--YY--') + END,
    ),
    multipart('a broken name', part('Content-Disposition: form-data; name="a', 'x') + END),
    multipart('a NUL in a name', field('a\0b') + END, 'taken'),
    multipart(
      'a NUL in every field',
      names.map((name) => field(name, 'a\0b')).join('') + END,
      'taken',
    ),
    multipart('files for every field', names.map(file).join('') + END, 'taken'),
    multipart('every field twice', whole.slice(0, -END.length) + whole, 'taken'),
    multipart('2,000 parts', field('x').repeat(2000) + END),
    multipart(
      'bytes that are no text',
      Buffer.concat([Buffer.from(field('name')), Buffer.from('ff00fe', 'hex')]),
    ),
    { name: 'without a boundary', type: 'multipart/form-data', body: whole, as: 400 },
    { name: 'an empty boundary', type: 'multipart/form-data; boundary=', body: whole, as: 400 },
    {
      name: 'a boundary of 1,000 signs',
      type: `multipart/form-data; boundary=${'X'.repeat(1000)}`,
      body: whole,
      as: 400,
    },
    { name: 'another charset', type: `${FORM}; charset=utf-16`, body: 'a=b', as: 'taken' },
    {
      name: 'broken escapes',
      type: FORM,
      body: names.map((name) => `${name}=%zz%`).join('&'),
      as: 'taken',
    },
    { name: 'NULs', type: FORM, body: names.map((name) => `${name}=%00`).join('&'), as: 'taken' },
    {
      name: 'half signs',
      type: FORM,
      body: names.map((name) => `${name}=%E3%81`).join('&'),
      as: 'taken',
    },
    { name: 'text where a file is wanted', type: FORM, body: 'file=x&csv=x', as: 'taken' },
    { name: '100,000 fields', type: FORM, body: 'a&'.repeat(100_000), as: 400 },
    {
      name: 'names of the prototype',
      type: FORM,
      body: '__proto__=x&constructor=x&toString=x',
      as: 'taken',
    },
    other('application/json', '{'),
    other('application/json', '{"a":1}'),
    other('text/plain'),
    other('multipart/mixed; boundary=XX', whole),
    other('application/x-www-form-urlencodedx'),
    other(undefined),
    other('x'),
  ];
}
