import fc from 'fast-check';

/** What would end a tag, an attribute, a comment or a text too early, among words with readings. */
const PIECES = [
  ...[
    '写真',
    '今月の写真を3人に送る',
    '佐藤 花子',
    '3',
    '人',
    '日',
    'a',
    ' ',
    '\n',
    '\t',
    '\r\n',
    '\0',
  ],
  ...[
    '<',
    '>',
    '</',
    '/>',
    '"',
    "'",
    '`',
    '=',
    '&',
    '&lt;',
    '&quot;',
    '&#39;',
    '&#x3c;',
    '&amp',
    ';',
  ],
  ...[
    '<!--',
    '-->',
    '--!>',
    '<!-->',
    '<!',
    '<?',
    '<!--plain-->',
    '<!--/plain-->',
    '<![CDATA[',
    ']]>',
  ],
  ...[
    '<script>',
    '</script>',
    '<style>',
    '</style>',
    '<title>',
    '</title>',
    '</title ',
    '<!doctype a>',
  ],
  ...['<textarea>', '</textarea>', '<select>', '</select>', '<option>', '</option>', '<noscript>'],
  ...[
    '</noscript>',
    '<svg>',
    '</svg>',
    '<svg/>',
    '<math>',
    '</math>',
    '<foreignObject>',
    '<mtext>',
  ],
  ...[
    '</desc>',
    '<annotation-xml encoding="text/html">',
    '<iframe>',
    '</iframe>',
    '<xmp>',
    '</xmp>',
  ],
  ...[
    '<form action="//example.com">',
    '<input value="',
    '<b>',
    '</b>',
    '<p>',
    '</p>',
    '<a href=',
    '<br>',
  ],
  ...[
    '<table>',
    '<td>',
    '</table>',
    '<template>',
    '</template>',
    '<ruby>',
    '<rt>',
    '</ruby>',
    '<pre>',
  ],
  ...[
    '<read-text>',
    '</read-text>',
    '<frameset>',
    '<plaintext>',
    '<span aria-hidden="true">',
    '</span>',
  ],
];

const hostileWords = (): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map((pieces) => pieces.join(''));

/** As Astro writes an attribute, in which `<` and `>` stay; as others do; and without a value. */
const attribute = (): fc.Arbitrary<string> =>
  fc
    .record({
      name: fc.constantFrom('title', 'aria-label', 'alt', 'value', 'data-x', 'href', 'aria-hidden'),
      words: hostileWords(),
      form: fc.constantFrom('"', "'", '', 'none'),
    })
    .map(({ name, words, form }) => {
      const value = words.replaceAll('&', '&amp;');
      if (form === 'none') return name;
      if (form === '"') return `${name}="${value.replaceAll('"', '&quot;')}"`;
      if (form === "'") return `${name}='${value.replaceAll("'", '&#39;')}'`;
      return `${name}=x${value.replaceAll(/[\s>"'=`]/g, '')}`;
    });

const escaped = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Elements with texts and elements in them, and those with text alone. */
const OUTER = ['p', 'div', 'span', 'a', 'b', 'button', 'label', 'ul', 'li', 'h2', 'nav', 'svg'];
const MORE = ['math', 'template', 'noscript', 'details', 'astro-island', 'table', 'pre', 'ruby'];
const INNER = [
  'title',
  'textarea',
  'option',
  'select',
  'desc',
  'foreignObject',
  'mtext',
  'td',
  'rt',
];

const tag = (name: string, attributes: string[], content: string): string =>
  `<${[name, ...attributes].join(' ')}>${content}</${name}>`;

const few = () => fc.array(attribute(), { maxLength: 2 });

const { page } = fc.letrec<{ page: string; element: string; part: string }>((tie) => ({
  page: fc.array(tie('part'), { minLength: 1, maxLength: 5 }).map((parts) => parts.join('')),
  part: fc.oneof(
    { depthSize: 'small' },
    hostileWords().map(escaped),
    fc
      .tuple(fc.constantFrom(...INNER), few(), hostileWords())
      .map(([name, attributes, words]) => tag(name, attributes, escaped(words))),
    hostileWords().map((words) => `<!--${words.replaceAll(/--|<!|>/g, '')}-->`),
    few().map((attributes) => `<${['img', ...attributes].join(' ')}>`),
    tie('element'),
  ),
  element: fc
    .tuple(fc.constantFrom(...OUTER, ...MORE), few(), fc.array(tie('part'), { maxLength: 3 }))
    .map(([name, attributes, parts]) => tag(name, attributes, parts.join(''))),
}));

/** A page whose every attribute and text may hold anything, written as templates write it. */
export const hostilePage = (): fc.Arbitrary<string> =>
  page.map(
    (body) => `<!DOCTYPE html><html><head><title>写真</title></head><body>${body}</body></html>`,
  );

/** No page at all: tags, quotes and comments as they come. */
export const soup = (): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(''));
