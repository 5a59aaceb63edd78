import { HtmlValidate } from 'html-validate';

/**
 * The strictest set of rules, but for those about the spelling that Astro, React and prettier choose (all of which
 * browsers read alike), and integrity hashes, which are for other people's servers.
 */
const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    'attr-case': 'off',
    'attr-quotes': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'long-title': 'off',
    'no-implicit-input-type': 'off',
    'no-inline-style': 'off',
    // Drag and drop writes the role of every handle.
    'no-redundant-role': 'off',
    'no-trailing-whitespace': 'off',
    // react-toastify counts the time of a toast with a hidden bar.
    'prefer-native-element': ['error', { exclude: ['progressbar'] }],
    'require-sri': 'off',
    'tel-non-breaking': 'off',
    'void-style': 'off',
    // Any text without spaces is an id to HTML; React makes its own.
    'valid-id': ['error', { relaxed: true }],
    // Boxes of one name are one question with several answers.
    'form-dup-name': ['error', { shared: ['button', 'checkbox', 'radio', 'reset', 'submit'] }],
    // What stands in a template is no part of the page, and a dialog begins with h2; axe counts the headings that show.
    'heading-level': [
      'error',
      { allowMultipleH1: true, minInitialRank: 'h2', sectioningRoots: [] },
    ],
  },
});

/** What a validator holds against a page, in a form that says where to look. */
export async function htmlFaults(path: string, html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${path}: ${ruleId}: ${message} (${selector})`),
  );
}
