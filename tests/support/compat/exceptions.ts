/** Something newer than the oldest browsers, and what these do without it. */
interface Exception {
  feature: RegExp;
  /** Only in such a selector or file. */
  where?: RegExp;
  because: string;
}

const WITH_SCRIPTS =
  /^\.(?:dock|choose|photo-(?:view|facts|stage|side|main)|places|names|note-edit|grid|sheet)|:root:has\(\.dock|^dialog|^::backdrop|^astro-island/;

/** Of styles, which the families' browsers read. */
export const STYLE_EXCEPTIONS: readonly Exception[] = [
  {
    feature: /^properties\.gap\.flex_context$/,
    because: 'rows of the kit have margins there (layout.css); elsewhere things stand closer',
  },
  { feature: /^properties\.cursor/, because: 'phones have no pointer' },
  { feature: /^properties\.resize/, because: 'phones resize no field' },
  {
    feature: /^at-rules\.media\.(?:forced-colors|prefers-\w+(?:-\w+)?)$/,
    because: 'wishes that such a phone cannot tell: it has the usual look',
  },
  { feature: /^at-rules\.page$/, because: 'its printer chooses the margins' },
  { feature: /^at-rules\.property$/, because: '--dock is then inherited, which is only slower' },
  { feature: /^properties\.accent-color$/, because: 'ticks have the colour of the system' },
  {
    feature: /^properties\.(?:scroll-(?:margin|padding)-\w+|overscroll-behavior)/,
    because: 'what is scrolled to stands at the edge',
  },
  {
    feature: /^properties\.(?:content-visibility|contain-intrinsic-size|overflow-clip-margin)/,
    because: 'spares the browser work',
  },
  {
    feature: /^properties\.(?:field-sizing|scrollbar-width)/,
    because: 'a usual field, a usual bar',
  },
  {
    feature: /^properties\.(?:text-wrap|text-autospace|text-spacing-trim|word-break\.auto-phrase)/,
    because: 'lines break as they always did',
  },
  { feature: /^properties\.text-underline-offset$/, because: 'the line is nearer to the word' },
  { feature: /^properties\.overflow-wrap\.anywhere$/, because: 'inherits break-word of the body' },
  { feature: /^properties\.break-(?:after|inside|before)/, because: 'on paper only' },
  { feature: /^properties\.overflow\.clip$/, where: /^\.run /, because: 'on paper only' },
  { feature: /^types\.min in width$/, where: /^\.(?:large|cover) img$/, because: 'on paper only' },
  {
    feature: /^properties\.(?:align-content|align-self|place-items|align-items)\.(?:start|end)$/,
    because: 'as in a grid, which such browsers know with these words; the data are about rows',
  },
  { feature: /^selectors\.focus-visible$/, because: "the browser's own ring" },
  { feature: /^selectors\.has$/, because: 'a choice is marked by its own dot, too' },
  { feature: /^selectors\.-moz-/, because: 'for Firefox; the others have a rule of their own' },
  { feature: /^selectors\.details-content$/, because: 'opens without moving' },
  { feature: /^selectors\.file-selector-button$/, because: "the browser's own button" },
  {
    feature: /^types\.m(?:in|ax) in grid-template-columns$/,
    because: 'one column, or those of the phone',
  },
  { feature: /^(?:at-rules\.container|properties\.container-type)/, because: 'the narrow look' },
  { feature: /^properties\.font-family\.ui-monospace$/, because: 'the next font of the list' },
  { feature: /^properties\.forced-color-adjust/, because: 'no forced colours either' },
  {
    feature: /^properties\.aspect-ratio$/,
    where: /^img|^\.photo-tile$/,
    because: 'the shape of the picture; grid.css has another square',
  },
  {
    feature:
      /^types\.|^selectors\.(?:where|backdrop)|^properties\.(?:touch-action|display\.contents)/,
    where: WITH_SCRIPTS,
    because: 'not shown where the scripts do not run',
  },
];

/** Of scripts, which the staff's browsers run. */
export const SCRIPT_EXCEPTIONS: readonly Exception[] = [
  {
    feature: /AbortSignal\.any/,
    because: 'Uppy asks for it; stores/uppy.ts has it where it is missing',
  },
  {
    feature: /OffscreenCanvas|convertToBlob/,
    because:
      'picture-worker.ts asks for it first: a photo is sent as it is, a HEIC refused in words',
  },
  {
    feature: /^\.(?:\w{2}|grow|image|setStatus)$/,
    where: /^libheif-/,
    because: "members of the decoder's own objects, and WebAssembly's memory, which is old",
  },
  { feature: /requestIdleCallback/, because: 'Astro asks for it first' },
  { feature: /wakeLock/, because: 'useUnderWay.ts asks for it first' },
  {
    feature:
      /isConditionalMediationAvailable|^\.get(?:AuthenticatorData|PublicKey|PublicKeyAlgorithm|Transports)$/,
    because: '@simplewebauthn/browser asks for it first',
  },
  { feature: /^\.(?:connection|downlink)$/, because: 'reduce.ts asks for it first' },
  {
    feature: /Symbol\.dispose|^\.dispose$/,
    because: 'Uppy sets it for others and asks for it nowhere',
  },
  {
    feature:
      /^\.(?:animation|canIntercept|currentEntry|delay|fromElement|popover|share|skipTransition|startViewTransition|transferSize|transition|provider)$/,
    where: /^(?:hydrate|direct-upload)\b/,
    because: 'names in React and Uppy, which ask for what the browser has',
  },
];

/** Of elements and attributes. */
export const MARKUP_EXCEPTIONS: readonly Exception[] = [
  {
    feature: /^elements\.img\.(?:decoding|fetchpriority|loading)$/,
    because: 'pictures are loaded in the order of the page, all at once',
  },
  {
    feature: /^elements\.a\.download$/,
    because: 'iOS 12 shows the picture, which can be kept from there',
  },
  { feature: /^elements\.(?:time|search)\b/, because: 'a name without a look' },
  { feature: /^global_attributes\.(?:inputmode|enterkeyhint)$/, because: 'the usual keyboard' },
  { feature: /^elements\.select\.autocomplete$/, because: 'nothing is filled in' },
];

/** What no exception explains, once each. */
export const unexplained = (
  missing: readonly { feature: string; where: string }[],
  exceptions: readonly Exception[],
): string[] => [
  ...new Set(
    missing
      .filter(
        (one) =>
          !exceptions.some(
            ({ feature, where }) => feature.test(one.feature) && (where?.test(one.where) ?? true),
          ),
      )
      .map(({ feature, where }) => `${feature}: ${where}`),
  ),
];

/** Exceptions that explain nothing any more. */
export const outdated = (
  missing: readonly { feature: string; where: string }[],
  exceptions: readonly Exception[],
): string[] =>
  exceptions
    .filter(
      ({ feature, where }) =>
        !missing.some((one) => feature.test(one.feature) && (where?.test(one.where) ?? true)),
    )
    .map(({ feature }) => String(feature));
