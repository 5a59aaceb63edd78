/** The tokens of src/styles/tokens.css that follow from the colors which a shop can choose. */
export const chosenTokens = {
  light: {
    ...{ paper: '#f6f3ee', 'paper-raised': '#fcfaf7', 'paper-sunk': '#ece7de' },
    ...{ 'ink-faint': '#6b655b', rule: '#ddd6ca', 'rule-strong': '#8c8476' },
    ...{ accent: '#1f3b33', 'accent-hover': '#2c5347', 'accent-ink': '#f6f3ee' },
    'accent-soft': '#dfe6df',
  },
  dark: {
    ...{ paper: '#151412', 'paper-raised': '#1d1b18', 'paper-sunk': '#0f0e0d' },
    ...{ 'ink-faint': '#a0988b', rule: '#35312b', 'rule-strong': '#7d7567' },
    ...{ accent: '#9fc7b4', 'accent-hover': '#b8d8c9', 'accent-ink': '#12201b' },
    'accent-soft': '#22302a',
  },
} as const;

const rulesOf = (tokens: Readonly<Record<string, string>>, end: string): string =>
  Object.entries(tokens)
    .map(([name, color]) => `--${name}:var(--shop-${name}${end},${color})`)
    .join(';');

/**
 * Takes the colors from the style of the document. Only in the pages of shops that choose some, and the same in all of them, so that
 * the content security policy can name its hash. Print keeps its own.
 */
export const shopColorRules = `@media screen{:root:root{${rulesOf(chosenTokens.light, '')}}}@media screen and (prefers-color-scheme:dark){:root:root{${rulesOf(chosenTokens.dark, '-dark')}}}`;
