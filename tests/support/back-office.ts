import type { Locator } from 'playwright';
import { expect } from 'vitest';
import { messages } from '../../supabase/functions/_shared/messages.ts';
import { demoAdministrator } from './customers.ts';
import { intercept } from './intercept.ts';
import { eventually, Shop } from './shop.ts';

/** A page object of the back office. */
export class BackOffice extends Shop {
  override async signIn(administrator = demoAdministrator): Promise<void> {
    await this.open('/admin/login');
    await this.enterCredentials(administrator);
    await this.seesToast(messages.auth.adminLoginDone);
    await this.arriveAt('/admin/dashboard');
  }

  /** Signs in by the API, which is faster than the login form. */
  override async returnAs(administrator = demoAdministrator): Promise<void> {
    const response = await this.page
      .context()
      .request.post('/api/v1/auth/login', { data: administrator });
    expect(response.status()).toBe(200);
  }

  /** Opens the sidebar unless it is open. */
  async openSidebar(): Promise<Locator> {
    const sidebar = this.page.getByRole('navigation', { name: 'Back office' });
    const logout = sidebar.getByRole('button', { name: 'Logout' });
    if ((this.page.viewportSize()?.width ?? 0) < 900) {
      await this.header.getByRole('button', { name: 'Menu', expanded: false }).click();
    }
    await logout.waitFor();
    return sidebar;
  }

  sidebarLink(name: string): Locator {
    return this.page
      .getByRole('navigation', { name: 'Back office' })
      .getByRole('link', { name, exact: true });
  }

  /** The table row that contains a text. */
  row(text: string): Locator {
    return this.main.getByRole('row').filter({ hasText: text });
  }

  /** Opens a table with the rows of a search only: those of a typed one are replaced while a row is clicked. */
  async openTable(path: string, words: string): Promise<void> {
    const { pathname, searchParams } = new URL(path, 'http://shop');
    searchParams.set('q', words);
    await this.open(`${pathname}?${searchParams}`);
    await this.row(words).waitFor();
  }

  /** Unfolds the filters of a table, which phones fold away. */
  async openFilters(): Promise<void> {
    if ((this.page.viewportSize()?.width ?? 0) >= 760) return;
    await this.main.getByRole('button', { name: /^Filters/, expanded: false }).click();
  }

  /** What a toast offers after a deletion that the contract has no text for. */
  restoreButton(what: string): Locator {
    return this.page.getByRole('button', { name: messages.trash.restore(what) });
  }

  /** The bar with the actions for the selected rows. */
  get bar(): Locator {
    return this.main.getByRole('region', { name: 'Selected rows' });
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  /** The error at a field of the dialog; a toast above it may say the same. */
  fieldError(message: string | RegExp): Locator {
    return this.dialog.locator('.field__error').filter({ hasText: message });
  }

  /** The confirmation before unsaved input is lost. */
  get leaving(): Locator {
    return this.page.getByRole('alertdialog', { name: messages.unsaved.question });
  }

  async keepEditing(): Promise<void> {
    await this.leaving.getByRole('button', { name: messages.unsaved.no }).click();
    await this.leaving.waitFor({ state: 'detached' });
  }

  async leaveWithoutSaving(): Promise<void> {
    await this.leaving.getByRole('button', { name: messages.unsaved.yes }).click();
  }

  /** Deletes a row and confirms. */
  async remove(text: string, question: string): Promise<void> {
    await this.row(text)
      .getByRole('button', { name: /^delete/i })
      .click();
    await this.dialog.getByText(question).waitFor();
    await this.dialog.getByRole('button', { name: 'Yes' }).click();
  }

  /** Deletes a row, first with a failing request, brings it back from the toast, and deletes it again. */
  async removeTwice(
    text: string,
    question: string,
    calls: string,
    toasts: { failed: string; removed?: string },
  ): Promise<void> {
    const row = this.row(text);
    await this.withFailingRequests(calls, async () => {
      await this.remove(text, question);
      await this.seesAndClosesToast(toasts.failed);
    });
    await this.confirm();
    if (toasts.removed) await this.seesToast(toasts.removed);
    await eventually(() => row.count()).toBe(0);
    const undo = this.page.getByRole('button', { name: messages.trash.undo });
    await (toasts.removed ? undo : this.restoreButton(`“${text}”`)).click();
    await this.seesAndClosesToast(messages.trash.restored(1));
    await row.waitFor();
    await this.remove(text, question);
    await eventually(() => row.count()).toBe(0);
  }

  /** Presses a button whose requests fail, and again once they do not. */
  async pressTwice(button: Locator, calls: string, failed: string, done: string): Promise<void> {
    await this.withFailingRequests(calls, async () => {
      await button.click();
      await this.seesAndClosesToast(failed);
    });
    await button.click();
    await this.seesAndClosesToast(done);
  }

  /** Confirms, once an earlier request has finished. */
  async confirm(): Promise<void> {
    const yes = this.dialog.getByRole('button', { name: 'Yes' });
    await yes.and(this.page.locator('[aria-busy="false"]')).click();
  }

  /** Shows the screens of a shop that has no sender address. */
  async withoutMail(): Promise<void> {
    await this.page.route('**/api/v1/mail', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), from: null } });
    });
  }

  /** Lets requests to these URLs fail while `work` runs. */
  async withFailingRequests(path: string, work: () => Promise<void>): Promise<void> {
    const stop = await intercept(this.page, path, (route) => route.abort());
    await work();
    stop();
  }
}
