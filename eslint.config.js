import astro from 'eslint-plugin-astro';
import a11y from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const code = ['**/*.{ts,tsx,astro}'];

/** Only the places that talk to the database hold its client; a type of it may be named anywhere. */
const supabaseClient = ['@supabase/supabase-js', '@supabase/ssr'].map((name) => ({
  name,
  allowTypeImports: true,
  message: 'The database is reached from queries/, middleware/ and src/server/ only.',
}));

/** One import border: the files it holds for and what they must not reach. */
function border(files, patterns, paths = supabaseClient) {
  return {
    files,
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { paths, patterns }] },
  };
}

const neighbours = (others) => [
  {
    regex: `^(\\.\\./)+(${others.join('|')})/`,
    message: 'storefront, account and admin never import each other.',
  },
];

export default tseslint.config(
  {
    ignores: [
      'dist/',
      '.astro/',
      'public/',
      'screenshots/',
      'test-results/',
      'supabase/.temp/',
      'supabase/functions/_shared/database.types.ts',
      'supabase/functions/_shared/own/',
    ],
  },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  tseslint.configs.strict,
  astro.configs.recommended,
  astro.configs['jsx-a11y-recommended'],
  {
    files: code,
    rules: {
      'max-lines': ['error', { max: 300 }],
      eqeqeq: ['error', 'always'],
      // A section that scrolls is reached by keyboard, too.
      'astro/jsx-a11y/no-noninteractive-tabindex': ['error', { tags: ['section'], roles: [] }],
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
        { selector: 'ExportAllDeclaration', message: 'No barrels: import from where it stands.' },
        {
          selector:
            'CallExpression[callee.object.name="fc"][callee.property.name=/^(assert|sample)$/]:not(:has(Property[key.name="seed"]))',
          message: 'Without a seed, a test fails by chance.',
        },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-expect-error': true, 'ts-ignore': true, 'ts-nocheck': true },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  {
    files: ['**/*.tsx'],
    ...a11y.configs.recommended,
    languageOptions: {
      ...a11y.configs.recommended.languageOptions,
      parserOptions: { ecmaFeatures: { jsx: true } },
    },
  },
  {
    files: ['**/*.tsx'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
    },
  },
  {
    // Tools that ask for a default export, and programs whose output is the terminal.
    files: ['**/*.config.ts', 'src/server/**', 'src/env.d.ts', 'src/browser/client-touch.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: [
      'scripts/**',
      'tools/**',
      'supabase/embedded/**',
      'supabase/functions/*/index.ts',
      'src/server/**',
      'tests/**',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    // A test that measures time fails on a busy machine; `npm run bench` measures.
    files: ['tests/**/*.{ts,tsx}'],
    ignores: [
      'tests/guards/run.ts',
      'tests/support/times-reporter.ts',
      // They set or replace the clock that the code under test reads.
      'tests/unit/site/{feed-database,feeds.test,pages.test,freshness.test}.ts',
      'tests/unit/api/constant-duration.test.ts',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        ...[
          ['performance', 'now'],
          ['performance', 'measure'],
          ['process', 'hrtime'],
        ].map(([object, property]) => ({
          object,
          property,
          message: 'No test measures time; npm run bench does.',
        })),
        { property: 'waitForTimeout', message: 'Wait for what a user would wait for.' },
        ...['unroute', 'unrouteAll'].map((property) => ({
          property,
          message: 'Use intercept() of tests/support/intercept.ts.',
        })),
      ],
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'node:timers/promises', message: 'Tests do not sleep.' }] },
      ],
    },
  },
  border(['src/**/*.{ts,tsx,astro}'], []),
  border(['src/storefront/**/*.{ts,tsx,astro}'], neighbours(['account', 'admin'])),
  border(['src/account/**/*.{ts,tsx,astro}'], neighbours(['storefront', 'admin'])),
  border(['src/admin/**/*.{ts,tsx,astro}'], neighbours(['storefront', 'account'])),
  border(
    ['src/ui/**/*.{ts,tsx,astro}'],
    neighbours(['storefront', 'account', 'admin', 'stores', 'api']),
  ),
  border(['supabase/functions/**/*.ts'], []),
  border(
    ['supabase/functions/_shared/**/*.ts'],
    [
      { regex: '^(?!\\.{1,2}/|(npm:)?zod)', message: '_shared imports only itself and zod.' },
      { regex: '^(\\.\\./)+(api|payments|src)/', message: '_shared imports only itself and zod.' },
    ],
  ),
  {
    files: [
      'src/server/**',
      'supabase/functions/*/queries/**',
      'supabase/functions/*/middleware/**',
      'supabase/functions/_shared/queries/**',
      'supabase/functions/_shared/mail/**',
      'supabase/functions/_shared/payments/stripe/**',
    ],
    rules: { '@typescript-eslint/no-restricted-imports': 'off' },
  },
);
