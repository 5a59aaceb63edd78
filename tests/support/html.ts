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
    'no-trailing-whitespace': 'off',
    'require-sri': 'off',
    'tel-non-breaking': 'off',
    'void-style': 'off',
    'wcag/h32': 'off',
    // Any text without spaces is an id to HTML; React makes its own.
    'valid-id': ['error', { relaxed: true }],
    // Boxes of one name are one question with several answers.
    'form-dup-name': ['error', { shared: ['button', 'checkbox', 'radio', 'reset', 'submit'] }],
    // What stands in a template is not part of the page; axe counts the headings that are.
    'heading-level': ['error', { allowMultipleH1: true }],
  },
});

/** What a validator holds against a page, in a form that says where to look. */
export async function htmlFaults(path: string, html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${path}: ${ruleId}: ${message} (${selector})`),
  );
}
