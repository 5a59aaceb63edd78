import type { Locator } from 'playwright';

/** Pastes HTML into an editor, as a page or a word processor hands it over. */
export const pasteHtml = (editor: Locator, html: string): Promise<void> =>
  editor.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, html);
