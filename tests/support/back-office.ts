import type { Locator } from 'playwright';
import { expect } from 'vitest';
import { messages } from '../../supabase/functions/_shared/messages.ts';
import { demoAdministrator } from './customers.ts';
import { Shop } from './shop.ts';

/** The back office in the words of a shopkeeper. */
export class BackOffice extends Shop {
  override async signIn(administrator = demoAdministrator): Promise<void> {
    await this.open('/admin/login');
    await this.enterCredentials(administrator);
    // A notice stands for three seconds, and the screen below it may take longer to wake.
    await this.isTold(messages.auth.adminLoginDone);
    await this.arriveAt('/admin/dashboard');
  }

  /** Signed in on another page of this browser before; quicker than to come through the login. */
  override async returnAs(administrator = demoAdministrator): Promise<void> {
    const answer = await this.page
      .context()
      .request.post('/api/v1/auth/login', { data: administrator });
    expect(answer.status()).toBe(200);
  }

  /** Brings the sidebar in where it is not there already. */
  async openSidebar(): Promise<Locator> {
    const sidebar = this.page.getByRole('navigation', { name: 'Back office' });
    const logout = sidebar.getByRole('button', { name: 'Logout' });
    if ((this.page.viewportSize()?.width ?? 0) < 900) {
      await this.header.getByRole('button', { name: 'Menu' }).click();
    }
    await logout.waitFor();
    return sidebar;
  }

  sidebarLink(name: string): Locator {
    return this.page
      .getByRole('navigation', { name: 'Back office' })
      .getByRole('link', { name, exact: true });
  }

  /** The row of the open table that holds a text. */
  row(text: string): Locator {
    return this.main.getByRole('row').filter({ hasText: text });
  }

  /** Opens a table and searches it. */
  async openTable(path: string, words: string): Promise<void> {
    await this.open(path);
    await this.main.getByRole('searchbox').fill(words);
    await this.row(words).waitFor();
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  /** The question that keeps what was typed from going with its dialog or its page. */
  get leaving(): Locator {
    return this.page.getByRole('alertdialog', { name: messages.unsaved.question });
  }

  async keepEditing(): Promise<void> {
    await this.leaving.getByRole('button', { name: 'Keep editing' }).click();
    await this.leaving.waitFor({ state: 'detached' });
  }

  async leaveWithoutSaving(): Promise<void> {
    await this.leaving.getByRole('button', { name: 'Leave without saving' }).click();
  }

  /** Presses Delete in a row and answers the question. */
  async remove(text: string, question: string): Promise<void> {
    await this.row(text)
      .getByRole('button', { name: /^delete/i })
      .click();
    await this.dialog.getByText(question).waitFor();
    await this.dialog.getByRole('button', { name: 'Yes' }).click();
  }

  /** Presses Delete in a row, thinks better of it by No and by Close, meets a shop that does not answer, and has it done then. */
  async removeAfterAll(row: string, question: string, path: string, failed: string): Promise<void> {
    const press = this.row(row).getByRole('button', { name: /^delete/i });
    for (const way of ['No', 'Close']) {
      await press.click();
      await this.dialog.getByText(question, { exact: true }).waitFor();
      await this.dialog.getByRole('button', { name: way }).click();
    }
    await press.click();
    await this.unanswered(path, async () => {
      await this.sayYes();
      await this.hears(failed);
    });
    await this.sayYes();
  }

  /** Answers the question with Yes, once an earlier Yes has been dealt with. */
  async sayYes(): Promise<void> {
    const yes = this.dialog.getByRole('button', { name: 'Yes' });
    await yes.and(this.page.locator('[aria-busy="false"]')).click();
  }

  /** While something is done, calls of these addresses get no answer. */
  async unanswered(path: string, work: () => Promise<void>): Promise<void> {
    await this.page.route(path, (route) => route.abort());
    await work();
    await this.page.unroute(path);
  }
}
