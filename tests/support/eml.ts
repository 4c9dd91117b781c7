export interface ReadMail {
  /** Decoded, by lower-case name; repeated headers have several values. */
  headers: Record<string, string[]>;
  /** As written, in order. */
  names: string[];
  text: string;
  html: string;
  raw: string;
}

/** Unfolds headers, decodes words, finds both bodies. */
export function readEml(raw: string): ReadMail {
  const { headers, names, body } = split(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type']?.[0] ?? '')?.[1];
  const parts = boundary === undefined ? [] : body.split(`--${boundary}`).slice(1, -1).map(split);
  const part = (type: string): string => {
    const found = parts.find(({ headers: own }) => own['content-type']?.[0]?.startsWith(type));
    return found ? decodeBody(found.body, found.headers['content-transfer-encoding']?.[0]) : '';
  };
  return { headers, names, text: part('text/plain'), html: part('text/html'), raw };
}

function split(raw: string) {
  const trimmed = raw.replace(/^\r\n/, '');
  const end = trimmed.indexOf('\r\n\r\n');
  const lines = trimmed
    .slice(0, end)
    .replace(/\r\n[ \t]/g, ' ')
    .split('\r\n');
  const headers: Record<string, string[]> = {};
  const names: string[] = [];
  for (const line of lines) {
    const name = line.slice(0, line.indexOf(':'));
    names.push(name);
    (headers[name.toLowerCase()] ??= []).push(decodeWords(line.slice(name.length + 1).trim()));
  }
  return { headers, names, body: trimmed.slice(end + 4) };
}

const decodeWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_all, how: string, word: string) =>
      how.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString()
        : unquote(word.replaceAll('_', ' ')),
    );

const decodeBody = (body: string, encoding = ''): string => {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  return encoding === 'quoted-printable' ? unquote(body.replace(/=\r\n/g, '')) : body;
};

const unquote = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString();
