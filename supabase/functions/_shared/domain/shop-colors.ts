/** The colors that a shop can choose, as `#1f3b33`; empty where it keeps that of the design. */
export interface ShopColors {
  readonly paper: string;
  readonly accent: string;
  readonly paperDark: string;
  readonly accentDark: string;
}
type Field = keyof ShopColors;

/** Those of src/styles/tokens.css. */
export const designColors: ShopColors = {
  ...{ paper: '#f6f3ee', accent: '#1f3b33', paperDark: '#151412', accentDark: '#9fc7b4' },
};

interface Scheme {
  readonly fields: readonly [paper: Field, accent: Field];
  /** The end of the names of its variables. */
  readonly end: string;
  /** Tokens of the style sheet, of which that for faint text is made stronger where the paper needs it. */
  readonly ink: string;
  readonly soft: string;
  readonly faint: string;
  /** What no shop changes, and has to be read on its paper. */
  readonly texts: Readonly<Record<string, string>>;
  readonly raised: readonly [color: string, share: number];
  readonly sunk: readonly [color: string, share: number];
  /** Shares of white and of the accent. */
  readonly hoverShare: number;
  readonly softShare: number;
}

const light: Scheme = {
  fields: ['paper', 'accent'],
  end: '',
  ...{ ink: '#1c1a17', soft: '#4d4841', faint: '#6b655b' },
  texts: { 'Text of errors': '#96411d', 'Text of successes': '#1d6b47' },
  ...{ raised: ['#ffffff', 0.55], sunk: ['#1c1a17', 0.05], hoverShare: 0.1, softShare: 0.1 },
};
const dark: Scheme = {
  fields: ['paperDark', 'accentDark'],
  end: '-dark',
  ...{ ink: '#ede8e0', soft: '#c3bcb0', faint: '#a0988b' },
  texts: { 'Text of errors': '#eba07a', 'Text of successes': '#86cfa8' },
  ...{ raised: ['#ffffff', 0.035], sunk: ['#000000', 0.25], hoverShare: 0.25, softShare: 0.12 },
};

const channels = (color: string) =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** The first color with a share of the second in it. */
function mix(color: string, other: string, share: number): string {
  const others = channels(other);
  const mixed = channels(color).map((it, i) => Math.round(it + ((others[i] ?? it) - it) * share));
  return `#${mixed.map((it) => it.toString(16).padStart(2, '0')).join('')}`;
}

/** Relative luminance, as WCAG defines it. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((it) =>
    it / 255 <= 0.04045 ? it / 255 / 12.92 : ((it / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21, as WCAG defines it. */
export function contrast(one: string, other: string): number {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
}

/** The first color on the way from one to another that has this contrast with the one below it. */
function strongEnough(from: string, to: string, below: string, ratio: number): string {
  const steps = Array.from({ length: 20 }, (_, step) => mix(from, to, step / 20));
  return steps.find((it) => contrast(it, below) >= ratio) ?? to;
}

/** WCAG AA for text, and for the borders of controls. */
const [least, leastOfBorders] = [4.5, 3];

/** The tokens of a scheme that follow from its paper and its accent. */
function tokensOf(scheme: Scheme, paper: string, accent: string) {
  const { ink, soft, faint } = scheme;
  const [raised, sunk] = [mix(paper, ...scheme.raised), mix(paper, ...scheme.sunk)];
  const accentInk = scheme === dark ? mix(paper, accent, 0.06) : paper;
  const lighter = mix(accent, '#ffffff', scheme.hoverShare);
  return {
    papers: { paper, 'paper-raised': raised, 'paper-sunk': sunk },
    inks: {
      'ink-faint': strongEnough(faint, soft, scheme === dark ? raised : sunk, least),
      rule: mix(paper, ink, 0.12),
      'rule-strong': strongEnough(mix(paper, ink, 0.45), ink, paper, leastOfBorders),
    },
    accents: {
      accent,
      'accent-hover':
        contrast(accentInk, lighter) < least ? mix(accent, '#000000', scheme.hoverShare) : lighter,
      'accent-ink': accentInk,
      'accent-soft': mix(paper, accent, scheme.softShare),
    },
  };
}

type Pair = readonly [name: string, one: string, other: string];

/** About the pair with the least contrast, if that is too little. */
function issueOf(path: Field, pairs: readonly Pair[]) {
  const [worst] = pairs
    .map(([name, one, other]) => ({ name, ratio: contrast(one, other) }))
    .sort((a, b) => a.ratio - b.ratio);
  if (!worst || worst.ratio >= least) return [];
  // Rounded down: 4.496 is not enough.
  const ratio = Math.floor(worst.ratio * 100) / 100;
  return [{ path, message: `${worst.name} has a contrast of ${ratio}:1; it needs ${least}:1` }];
}

/** Why these colors cannot be read, by the field to change. */
export function contrastIssues(colors: ShopColors): { path: Field; message: string }[] {
  return [light, dark].flatMap((scheme) => {
    const [paperField, accentField] = scheme.fields;
    const paper = colors[paperField] || designColors[paperField];
    const accent = colors[accentField] || designColors[accentField];
    if (!colors[paperField] && !colors[accentField]) return [];
    const { papers, accents } = tokensOf(scheme, paper, accent);
    const onPapers = (name: string, color: string) =>
      Object.values(papers).map((it): Pair => [`${name} on the paper`, color, it]);
    const ink = accents['accent-ink'];
    return [
      ...issueOf(
        paperField,
        Object.entries({ Text: scheme.soft, ...scheme.texts }).flatMap(([name, color]) =>
          onPapers(name, color),
        ),
      ),
      ...issueOf(accentField, [
        ...onPapers('The accent', accent),
        ['The accent on its soft version', accent, accents['accent-soft']],
        ['Text on the accent', ink, accent],
        ['Text on the accent under the pointer', ink, accents['accent-hover']],
      ]),
    ];
  });
}

/** The style of the document with these colors, as variables that src/browser/shop-color-rules.ts reads; empty with those of the design. */
export function colorStyle(colors: ShopColors): string {
  return [light, dark]
    .flatMap((scheme) => {
      const [paperField, accentField] = scheme.fields;
      const [paper, accent] = [colors[paperField], colors[accentField]];
      if (!paper && !accent) return [];
      const { papers, inks, accents } = tokensOf(
        scheme,
        paper || designColors[paperField],
        accent || designColors[accentField],
      );
      return Object.entries({ ...(paper && { ...papers, ...inks }), ...accents }).map(
        ([name, color]) => `--shop-${name}${scheme.end}:${color}`,
      );
    })
    .join(';');
}
