import { HtmlValidate } from 'html-validate';

/**
 * The strictest rules, except for those about notation, which Astro, React and Prettier decide, and subresource integrity,
 * which is for other origins.
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
    // react-toastify counts the time of a toast with a hidden bar; the list of a combobox holds pictures, a select cannot;
    // the editor of texts has headings and tables.
    'prefer-native-element': ['error', { exclude: ['progressbar', 'listbox', 'textbox'] }],
    'require-sri': 'off',
    'tel-non-breaking': 'off',
    'void-style': 'off',
    // HTML allows any id without spaces; React generates its own.
    'valid-id': ['error', { relaxed: true }],
    // Checkboxes with the same name are a group.
    'form-dup-name': ['error', { shared: ['button', 'checkbox', 'radio', 'reset', 'submit'] }],
    // Templates are not part of the page, and dialogs start with h2; axe checks the visible headings.
    'heading-level': [
      'error',
      { allowMultipleH1: true, minInitialRank: 'h2', sectioningRoots: [] },
    ],
  },
});

/** The errors of the HTML validator, with their positions. */
export async function htmlFaults(path: string, html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${path}: ${ruleId}: ${message} (${selector})`),
  );
}
